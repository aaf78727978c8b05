"use client";
import { useEffect, useRef, useState } from "react";
import { useLocale, useTranslations } from "use-intl/react";
import { SelectField, SwitchField } from "#app/_ui/admin/choice-fields.tsx";
import { Field, FieldError } from "#app/_ui/admin/field.tsx";
import { useForm } from "#app/_ui/admin/form.tsx";
import { Section } from "#app/_ui/admin/section.tsx";
import type { Preview } from "#app/(admin)/pages/[subdomain]/maintenance/_preview.ts";
import {
  CHOICES,
  choicesOn,
  type Recurrence,
} from "#app/(admin)/pages/[subdomain]/maintenance/_recurrence.ts";
import { previewRecurrenceAction } from "#app/(admin)/pages/[subdomain]/maintenance/actions.ts";

type Props = {
  subdomain: string;
  initial: Recurrence;
  /** The initial value of a `datetime-local`. */
  starts_at: string;
  /** Whether it belongs to a series already. */
  isMember: boolean;
};

const PAUSE_MS = 300;

/** In the order in which the action reads them. */
function fieldsOf({ repeat, rule, ends, until, count }: Recurrence): Recurrence {
  return { repeat, rule, ends, until, count };
}

/** The form's values and their next occurrences, read whenever something is typed. */
function useTyped({ subdomain, initial, starts_at }: Omit<Props, "isMember">) {
  const [typed, setTyped] = useState({ ...initial, starts_at });
  const [preview, setPreview] = useState<Preview | null>(null);
  const box = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const form = box.current?.closest("form");
    let timer: ReturnType<typeof setTimeout>;
    async function look(): Promise<void> {
      if (!form) return;
      const fields = new FormData(form);
      const text = (name: string) => String(fields.get(name) ?? "");
      const chosen = {
        repeat: text("repeat") as Recurrence["repeat"],
        rule: text("rule"),
        ends: text("repeat_ends") as Recurrence["ends"],
        until: text("repeat_until"),
        count: text("repeat_count"),
        starts_at: text("starts_at"),
      };
      setTyped(chosen);
      const asked = { ...chosen, ends_at: text("ends_at"), time_zone: text("time_zone") };
      setPreview(await previewRecurrenceAction({ subdomain }, asked));
    }
    const later = () => {
      clearTimeout(timer);
      timer = setTimeout(look, PAUSE_MS);
    };
    later();
    form?.addEventListener("input", later);
    return () => {
      clearTimeout(timer);
      form?.removeEventListener("input", later);
    };
  }, [subdomain]);
  return { typed, preview, box };
}

/** Whether and how a maintenance comes again, and the next five times that it would. */
export function RecurrenceFields({ isMember, ...props }: Props) {
  const { initial, starts_at } = props;
  const t = useTranslations("admin_maintenance.recurrence");
  const { state } = useForm();
  const { typed, preview, box } = useTyped(props);
  const day = typed.starts_at || starts_at;
  const possible = choicesOn(day);
  const kept = isMember ? initial.repeat : "";
  const offered = CHOICES.filter((choice) => choice === kept || possible.includes(choice));
  return (
    <Section title={t("title")} text={t("text")}>
      <div ref={box} className="space-y-4">
        {isMember && (
          <input
            type="hidden"
            name="repeat_before"
            value={JSON.stringify(fieldsOf(initial))}
            data-target=""
          />
        )}
        <SelectField
          key={offered.join()}
          name="repeat"
          path="recurrence"
          label={t("repeat")}
          initial={offered.includes(typed.repeat) ? typed.repeat : ""}
          hint={day === "" ? t("needs_start") : undefined}
          options={offered.map((choice) => ({
            value: choice,
            label: t(`every.${choice || "none"}`),
          }))}
        />
        <div className={typed.repeat === "own" ? "" : "hidden"}>
          <Field name="rule" label={t("rule")} hint={t("rule_hint")} initial={initial.rule} />
        </div>
        <div className={typed.repeat === "" ? "hidden" : "grid gap-4 sm:grid-cols-2"}>
          <Ends initial={initial} ends={typed.ends} />
        </div>
        {state.fields.recurrence === undefined && <Next preview={preview} />}
        {isMember && (
          <SwitchField
            name="apply_to_following"
            label={t("following")}
            hint={t("following_hint")}
          />
        )}
      </div>
    </Section>
  );
}

function Next({ preview }: { preview: Preview | null }) {
  const t = useTranslations("admin_maintenance.recurrence");
  const locale = useLocale();
  if (preview?.error) return <FieldError id="recurrence-preview">{preview.error}</FieldError>;
  const format = new Intl.DateTimeFormat(locale, {
    ...{ weekday: "short", day: "numeric", month: "long", year: "numeric" },
    ...{ hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: preview?.time_zone },
  });
  return (
    <div role="status">
      {preview && preview.times.length > 0 && (
        <>
          <p className="font-medium">{t("next")}</p>
          <ol className="list-inside list-decimal text-muted">
            {preview.times.map((time) => (
              <li key={time}>{format.format(new Date(`${time}Z`))}</li>
            ))}
          </ol>
        </>
      )}
    </div>
  );
}

function Ends({ initial, ends }: { initial: Recurrence; ends: Recurrence["ends"] }) {
  const t = useTranslations("admin_maintenance.recurrence");
  return (
    <>
      <SelectField
        name="repeat_ends"
        label={t("ends")}
        initial={initial.ends}
        options={(["never", "on", "after"] as const).map((value) => ({
          value,
          label: t(`end.${value}`),
        }))}
      />
      <div className={ends === "on" ? "" : "hidden"}>
        <Field type="date" name="repeat_until" label={t("until")} initial={initial.until} />
      </div>
      <div className={ends === "after" ? "" : "hidden"}>
        <Field name="repeat_count" inputMode="numeric" label={t("count")} initial={initial.count} />
      </div>
    </>
  );
}
