"use client";
import { useTranslations } from "use-intl/react";
import { SelectField } from "#app/_ui/admin/choice-fields.tsx";
import { NumberField } from "#app/_ui/admin/field.tsx";

/** Minutes before the start that have a name. */
const PRESETS = ["10080", "1440", "60"] as const;
const CHOICES = ["", ...PRESETS, "own"] as const;

function choiceOf(minutes: number | null): string {
  if (minutes === null) return "";
  return PRESETS.find((preset) => preset === String(minutes)) ?? "own";
}

type ReminderProps = {
  name: "before_notice_minutes" | "second_before_notice_minutes";
  initial: number | null;
};

/** When a reminder goes out: one of the usual times, or any number of minutes. */
export function Reminder({ name, initial }: ReminderProps) {
  const t = useTranslations("admin_maintenance");
  const options = CHOICES.map((value) => ({
    value,
    label: t(`reminder.${value || "none"}`),
  }));
  return (
    <div className="group/reminder space-y-2">
      <SelectField
        name={`${name}.choice`}
        label={t(name)}
        options={options}
        initial={choiceOf(initial)}
      />
      <div className="hidden group-has-[[value=own]:checked]/reminder:block">
        <NumberField
          name={name}
          path={`maintenance_notify_settings.${name}`}
          label={t("minutes_before")}
          initial={initial}
          min={0}
          max={40_320}
          unit={t("minutes")}
        />
      </div>
    </div>
  );
}
