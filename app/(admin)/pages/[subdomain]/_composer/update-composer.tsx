"use client";
import { type KeyboardEvent, useState } from "react";
import { useTranslations } from "use-intl/react";
import { ActionForm, Submit } from "#app/_ui/admin/form.tsx";
import { postUpdateAction } from "#app/(admin)/pages/[subdomain]/incidents/[incident_id]/actions.ts";
import type { UpdateType } from "#lib/incidents/schema.ts";
import { updateWord } from "#lib/site/words/labels.ts";
import { Affected } from "./affected.tsx";
import type { Composable } from "./composable.ts";
import { Earlier, NotificationFields, PromiseChips, Translations, TypeChips } from "./fields.tsx";
import { PostLabel } from "./post-label.tsx";
import type { Kit } from "./read.ts";
import { Said } from "./said.tsx";
import { ComposerText } from "./text.tsx";

type Props = {
  subdomain: string;
  incident: Composable;
  kit: Kit;
  onDone?: () => void;
  autoFocus?: boolean;
};

/** Alt and a digit choose what has changed; the code, because Alt types other characters on a Mac. */
function chooseType(event: KeyboardEvent<HTMLElement>): void {
  const digit = /^Digit([1-9])$/.exec(event.code)?.[1];
  if (!event.altKey || event.ctrlKey || event.metaKey || !digit) return;
  const types = event.currentTarget.querySelectorAll<HTMLInputElement>("[name=type][type=radio]");
  const type = types[Number(digit) - 1];
  if (!type) return;
  event.preventDefault();
  type.click();
}

/** Posts an update to one incident: the same wherever it stands. */
export function UpdateComposer({ subdomain, incident, kit, onDone, autoFocus }: Props) {
  const t = useTranslations();
  const { id, newest, types, is_over } = incident;
  const [type, setType] = useState<UpdateType>(types[0] ?? "update");
  const [seen, setSeen] = useState(newest?.id);
  const wordOf = (one: UpdateType) =>
    updateWord({ type: one, posted_at: incident.as_of }, incident);
  const isNote = is_over && type === "update";
  const labelOf = (one: UpdateType) => (is_over ? afterEnd(one, t) : null);
  const resolved = t(END_TEXTS[endOf(incident)]);
  function done(): void {
    setType(types[0] ?? "update");
    setSeen(undefined);
    onDone?.();
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: shortcuts of the controls inside
    <div onKeyDown={chooseType}>
      <ActionForm
        action={postUpdateAction}
        hidden={{ subdomain, incident_id: id, resolved_text: resolved }}
        draft={`${subdomain}/incidents/${id}/update`}
        onDone={done}
        className="group/form space-y-4"
      >
        {newest && (
          <Said
            newest={newest}
            as_of={incident.as_of}
            isNew={seen !== undefined && newest.id !== seen}
            isOver={is_over && incident.plan === null}
          />
        )}
        <TypeChips {...{ types, wordOf, labelOf }} onChoose={setType} />
        {is_over && <Reopening incident={incident} />}
        <ComposerText
          kit={kit}
          label={t("admin.compose.text")}
          type={type}
          word={wordOf(type)}
          autoFocus={autoFocus}
          command={{ label: t("admin.incident.compose"), keys: "u" }}
        />
        <Translations languages={kit.languages} />
        {!isNote && <PromiseChips />}
        {!isNote && <Affected subdomain={subdomain} incident={incident} />}
        <NotificationFields kit={kit} audience={incident.audience} />
        <Earlier time_zone={kit.time_zone} />
        <Buttons incident={incident} resolved={resolved} />
      </ActionForm>
    </div>
  );
}

/** Updates that are possible after the end: a note, or that it is back. */
function afterEnd(type: UpdateType, t: ReturnType<typeof useTranslations>): string {
  return t(type === "update" ? "admin_composer.after_end.note" : "admin_composer.after_end.back");
}

/** Says what opens an incident again that is over. */
function Reopening({ incident: { types } }: { incident: Composable }) {
  const t = useTranslations();
  if (types.length === 1) return null;
  const back = t("admin_composer.after_end.back");
  return <p className="text-muted text-sm">{t("admin_composer.reopens", { back })}</p>;
}

const END_TEXTS = {
  resolved: "admin.incident.resolved_text",
  done: "admin.incident.finished_text",
  call_off: "admin.incident.called_off_text",
} as const;

function endOf(incident: Composable): keyof typeof END_TEXTS {
  const word = updateWord({ type: "resolved", posted_at: incident.as_of }, incident);
  if (word === "public.update.resolved") return "resolved";
  return incident.plan === null && word === "public.update.completed" ? "done" : "call_off";
}

const DEEDS = ["post", "started", "resolved"] as const;

// Without scripts, too, the button says what it does.
const SHOWN: Record<(typeof DEEDS)[number], string> = {
  post: "group-has-[[value=resolved]:checked]/form:hidden group-has-[[value=started]:checked]/form:hidden",
  started: "hidden group-has-[[value=started]:checked]/form:inline",
  resolved: "hidden group-has-[[value=resolved]:checked]/form:inline",
};

function Buttons({ incident, resolved }: { incident: Composable; resolved: string }) {
  const t = useTranslations();
  const { audience, severity, may_resolve } = incident;
  return (
    <>
      <div className="composer-foot">
        <Submit busy={t("admin.compose.posting")} className="button button-primary max-sm:grow">
          {DEEDS.map((deed) => (
            <span key={deed} className={SHOWN[deed]}>
              <PostLabel
                deed={deed === "resolved" ? endOf(incident) : deed}
                count={audience.total_count}
              />
            </span>
          ))}
        </Submit>
        {may_resolve && (
          <Submit
            name="resolve"
            value="1"
            className="button group-has-[[value=resolved]:checked]/form:hidden"
          >
            {t(severity === "scheduled" ? "admin.incident.finish" : "admin.incident.resolve")}
          </Submit>
        )}
        <span className="text-muted text-sm touch:hidden noscript:hidden">
          <kbd>Ctrl</kbd> <kbd>↵</kbd>
        </span>
      </div>
      {may_resolve && (
        <p className="text-muted text-sm group-has-[[value=resolved]:checked]/form:hidden touch:hidden">
          {t("admin.incident.resolve_hint", { text: resolved })}
        </p>
      )}
    </>
  );
}
