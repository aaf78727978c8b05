"use client";
import { Languages } from "lucide-react";
import { useTranslations } from "use-intl/react";
import { SwitchField } from "#app/_ui/admin/choice-fields.tsx";
import { AreaField, FieldError } from "#app/_ui/admin/field.tsx";
import { useForm } from "#app/_ui/admin/form.tsx";
import { TimeFields } from "#app/_ui/admin/time-fields.tsx";
import type { UpdateType } from "#lib/incidents/schema.ts";
import type { UpdateWord } from "#lib/site/words/labels.ts";
import type { Composable } from "./composable.ts";
import type { Kit } from "./read.ts";

type TypeProps = {
  types: UpdateType[];
  initial?: UpdateType;
  wordOf: (type: UpdateType) => UpdateWord;
  /** @returns null: the type's name */
  labelOf?: (type: UpdateType) => string | null;
  onChoose?: (type: UpdateType) => void;
};

/** Alt and a digit choose a type from wherever one types. */
export function TypeChips({ types, initial, wordOf, labelOf, onChoose }: TypeProps) {
  const t = useTranslations();
  const { state } = useForm();
  const typed = types.find((type) => type === state.values.type?.[0]);
  const chosen = typed ?? initial ?? types[0];
  if (types.length === 1) return <input type="hidden" name="type" value={types[0]} />;
  return (
    <fieldset>
      <legend className="mb-1 font-medium">{t("admin.incident.update_type")}</legend>
      <div className="flex flex-wrap gap-1.5">
        {types.map((type, index) => (
          <label key={type} className="choice items-center! py-1!">
            <input
              type="radio"
              name="type"
              value={type}
              defaultChecked={type === chosen}
              onChange={() => onChoose?.(type)}
              aria-keyshortcuts={`Alt+${index + 1}`}
              className="sr-only"
            />
            {labelOf?.(type) ?? t(wordOf(type))}
            <span className="key touch:hidden noscript:hidden" aria-hidden="true">
              {index + 1}
            </span>
          </label>
        ))}
      </div>
      <FieldError id="type">{state.fields.type}</FieldError>
    </fieldset>
  );
}

const MINUTES = [15, 30, 60];

/** When there will be more, as a promise to visitors. @param initial minutes from posting */
export function PromiseChips({ initial }: { initial?: number | null }) {
  const t = useTranslations("admin_composer.promise");
  const { state } = useForm();
  const chosen = state.values.next_update?.at(-1) ?? String(initial ?? "");
  const offered = initial ? [...new Set([...MINUTES, initial])].sort((a, b) => a - b) : MINUTES;
  return (
    <fieldset className="group-has-[[value=resolved]:checked]/form:hidden">
      <legend className="mb-1 font-medium">{t("title")}</legend>
      <div className="flex flex-wrap gap-1.5">
        {["", ...offered.map(String)].map((minutes) => (
          <label key={minutes} className="choice items-center! py-1!">
            <input
              type="radio"
              name="next_update"
              value={minutes}
              defaultChecked={minutes === chosen}
              className="sr-only"
            />
            {minutes ? t("in", { minutes: Number(minutes) }) : t("none")}
          </label>
        ))}
      </div>
      <FieldError id="next_update_at">{state.fields.next_update_at}</FieldError>
    </fieldset>
  );
}

type TranslationProps = {
  languages: Kit["languages"];
  initial?: Record<string, { description?: string | null }>;
  /** Where the schema has them: `updates.0.`. */
  path?: string;
};

/** The text in the page's other languages, beside each other where there is room. */
export function Translations({ languages, initial = {}, path = "" }: TranslationProps) {
  const t = useTranslations("admin_composer");
  const { state } = useForm();
  if (languages.length === 0) return null;
  const isOpen = languages.some(
    ({ tag }) => state.values[`translations.${tag}.description`]?.[0] || initial[tag]?.description,
  );
  return (
    <details open={isOpen} className="details">
      <summary>
        <Languages size={16} aria-hidden /> {t("translations", { count: languages.length })}
      </summary>
      <div className="mt-2 grid gap-3 sm:grid-cols-2">
        {languages.map(({ tag, name }) => (
          <div key={tag} lang={tag}>
            <AreaField
              name={`translations.${tag}.description`}
              path={`${path}translations.${tag}.description`}
              label={name}
              initial={initial[tag]?.description ?? ""}
            />
          </div>
        ))}
      </div>
    </details>
  );
}

// Shorter times are not mentioned.
const LONG_S = 30;

type Said = Composable["audience"];

type NotificationProps = { kit: Pick<Kit, "notify" | "social_post">; audience: Said | null };

/** Recipients by channel, those left out, and how long sending takes. */
function useSaid(audience: Said | null): string | undefined {
  const t = useTranslations("admin_composer");
  const join = useTranslations("joined");
  if (!audience) return undefined;
  const { channels, quarantined_count, seconds } = audience;
  const counts = channels
    .filter(({ count }) => count > 0)
    .map(({ type, count, segments }) => {
      const told = t("channel.count", { channel: t(`channel.${type}`), count });
      if (segments === null) return told;
      return join("note", { name: told, note: t("segments", { count: segments }) });
    });
  const minutes = Math.ceil((seconds ?? 0) / 60);
  const parts = [
    counts.length > 0 ? counts.join(" · ") : t("nobody"),
    ...(quarantined_count > 0 ? [t("quarantined", { count: quarantined_count })] : []),
    ...(seconds !== null && seconds > LONG_S ? [t("takes", { minutes })] : []),
  ];
  return parts.length === 1 ? parts[0] : parts.map((part) => part.replace(/\.$/, "")).join(". ");
}

/** Whether subscribers are notified, with how many of each channel. */
export function NotifyField({ initial, audience }: { initial: boolean; audience: Said | null }) {
  const t = useTranslations("admin_composer");
  const said = useSaid(audience);
  return <SwitchField name="notify" label={t("notify")} hint={said} initial={initial} />;
}

/** Whether subscribers are notified, and whether the page's social accounts post it. */
export function NotificationFields({ kit, audience }: NotificationProps) {
  const t = useTranslations("admin_composer");
  return (
    <div className="flex flex-wrap gap-x-8 gap-y-2">
      <NotifyField initial={kit.notify} audience={audience} />
      {kit.social_post !== null && (
        <SwitchField name="social_post" label={t("social_post")} initial={kit.social_post} />
      )}
    </div>
  );
}

/** For what is told after the fact. */
export function Earlier({ time_zone, initial }: { time_zone: string; initial?: string }) {
  const t = useTranslations("admin_composer");
  const { state } = useForm();
  const isOpen = Boolean(state.values.posted_at?.[0] || state.fields.posted_at || initial);
  return (
    <details open={isOpen} className="details">
      <summary>{t("earlier")}</summary>
      <TimeFields
        time_zone={time_zone}
        fields={[{ name: "posted_at", label: t("posted_at"), initial }]}
        className="mt-2"
      />
    </details>
  );
}
