"use client";
import Link from "next/link";
import { useState } from "react";
import { useLocale, useTranslations } from "use-intl/react";
import { STATE_COLORS, StateShape } from "#app/_ui/admin/icons.tsx";
import type { Composable } from "./composable.ts";
import { UpdateComposer } from "./update-composer.tsx";
import { useComposing } from "./use-composing.ts";

type Props = {
  subdomain: string;
  /** The one to begin with; otherwise the worst. */
  incident_id: number | null;
  onDone: () => void;
};

/** Posts an update to one of the open incidents. */
export function Composer({ subdomain, incident_id, onDone }: Props) {
  const t = useTranslations("admin_shell.compose");
  const [chosen, setChosen] = useState(incident_id);
  const composing = useComposing(subdomain, chosen);
  if (!composing) return <p className="text-muted">{t("loading")}</p>;
  if (composing === "failed") return <p className="note note-bad">{t("failed")}</p>;
  const { incidents, kit } = composing;
  const incident = incidents.find(({ id }) => id === chosen) ?? incidents[0];
  if (!incident)
    return (
      <>
        <p className="mb-4 text-muted">{t("none")}</p>
        <Link href={`/pages/${subdomain}/incidents/new`} className="button" onClick={onDone}>
          {t("new")}
        </Link>
      </>
    );
  // A user who has begun to write stays, even if another incident becomes worse.
  if (chosen !== incident.id) setChosen(incident.id);
  return (
    <>
      <Which incidents={incidents} incident={incident} onChoose={setChosen} />
      <UpdateComposer
        key={incident.id}
        subdomain={subdomain}
        incident={incident}
        kit={kit}
        onDone={onDone}
        autoFocus
      />
    </>
  );
}

type WhichProps = {
  incidents: Composable[];
  incident: Composable;
  onChoose: (id: number) => void;
};

function Which({ incidents, incident, onChoose }: WhichProps) {
  const t = useTranslations("admin_shell.compose");
  const list = new Intl.ListFormat(useLocale());
  return (
    <fieldset className="mb-3">
      <legend className="sr-only">{t("which")}</legend>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
        {incidents.map(({ id, title, severity, services }) => (
          <label key={id} className="choice py-1.5!">
            <input
              type="radio"
              name="incident"
              checked={id === incident.id}
              onChange={() => onChoose(id)}
              className="sr-only"
            />
            <span className={`self-center ${STATE_COLORS[severity]}`}>
              <StateShape shape={severity} />
            </span>
            <span className="min-w-0 truncate font-medium" title={title}>
              {title}
            </span>
            <span className="ms-auto max-w-1/3 shrink-0 truncate text-muted text-sm max-sm:hidden">
              {list.format(services)}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
