"use client";
import Link from "next/link";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl/react";
import { StateShape } from "#app/_ui/admin/icons.tsx";
import { UpdateComposer } from "#app/(admin)/pages/[subdomain]/incidents/_ui/update-form.tsx";
import { readOpenIncidentsAction } from "./actions.ts";
import type { Composable } from "./composable.ts";

const COLOURS = { major: "text-major", minor: "text-minor", scheduled: "text-scheduled" };

/** Posts an update to one of the open incidents, the worst unless another one is chosen. */
export function Composer({ subdomain, onDone }: { subdomain: string; onDone: () => void }) {
  const t = useTranslations("admin_shell.compose");
  const [incidents, setIncidents] = useState<Composable[] | null>(null);
  const [chosen, setChosen] = useState(0);
  useEffect(() => {
    void readOpenIncidentsAction({ subdomain }, {}).then((found) => setIncidents(found ?? []));
  }, [subdomain]);
  const incident = incidents?.[chosen];
  if (!incidents) return <p className="text-muted">{t("loading")}</p>;
  if (!incident)
    return (
      <>
        <p className="mb-4 text-muted">{t("none")}</p>
        <Link href={`/pages/${subdomain}/incidents/new`} className="button" onClick={onDone}>
          {t("new")}
        </Link>
      </>
    );
  return (
    <>
      <fieldset className="mb-4">
        <legend className="mb-1 font-medium">{t("which")}</legend>
        <div className="grid gap-1.5">
          {incidents.map(({ id, title, severity, services }, index) => (
            <label key={id} className="choice py-1.5!">
              <input
                type="radio"
                name="incident"
                checked={index === chosen}
                onChange={() => setChosen(index)}
                className="sr-only"
              />
              <span className={`self-center ${COLOURS[severity]}`}>
                <StateShape shape={severity} />
              </span>
              <span className="min-w-0 truncate font-medium">{title}</span>
              <span className="ms-auto max-w-1/2 truncate text-muted text-sm">
                {services.join(", ")}
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      <UpdateComposer
        key={incident.id}
        target={{ subdomain, incident_id: incident.id }}
        types={incident.types}
        isMaintenance={incident.severity === "scheduled"}
        mayResolve={incident.may_resolve}
        onDone={onDone}
        autoFocus
      />
    </>
  );
}
