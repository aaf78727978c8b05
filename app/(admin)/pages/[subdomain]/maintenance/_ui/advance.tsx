"use client";
import { CalendarClock, Check, Play } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useTranslations } from "use-intl/react";
import { SwitchField } from "#app/_ui/admin/choice-fields.tsx";
import { Dialog, DialogClose } from "#app/_ui/admin/dialog.tsx";
import { AreaField } from "#app/_ui/admin/field.tsx";
import { ActionForm, Submit } from "#app/_ui/admin/form.tsx";
import { TimeFields } from "#app/_ui/admin/time-fields.tsx";
import {
  advanceMaintenanceAction,
  postponeMaintenanceAction,
} from "#app/(admin)/pages/[subdomain]/maintenance/actions.ts";

type Target = { subdomain: string; incident_id: number };
type Times = { starts_at: string; ends_at: string; time_zone: string; seen: string };
type Props = { target: Target; phase: "upcoming" | "open"; notify: boolean; times: Times };

/** Starts, ends or postpones a maintenance, and tells so. */
export function Advance({ target, phase, notify, times }: Props) {
  const t = useTranslations("admin_maintenance");
  return (
    <>
      <Postpone {...{ target, notify, times }} />
      {phase === "upcoming" ? (
        <Step
          {...{ target, notify }}
          type="started"
          icon={<Play size={16} aria-hidden />}
          label={t("start")}
          text={t("start_text")}
          keys="s"
        />
      ) : (
        <Step
          {...{ target, notify }}
          type="resolved"
          icon={<Check size={16} aria-hidden />}
          label={t("complete")}
          text={t("complete_text")}
          keys="s"
        />
      )}
    </>
  );
}

type StepProps = {
  target: Target;
  notify: boolean;
  type: "started" | "resolved";
  icon: ReactNode;
  label: string;
  text: string;
  keys: string;
};

function Step({ target, notify, type, icon, label, text, keys }: StepProps) {
  const [isOpen, setOpen] = useState(false);
  const trigger = (
    <button type="button" className="button button-primary" data-keys={keys} data-label={label}>
      {icon} {label}
    </button>
  );
  return (
    <Dialog title={label} {...{ trigger }} open={isOpen} onOpenChange={setOpen}>
      <ActionForm
        action={advanceMaintenanceAction}
        hidden={{ ...target, type }}
        className="space-y-4"
        onDone={() => setOpen(false)}
      >
        <Telling text={text} notify={notify} />
        <Foot label={label} />
      </ActionForm>
    </Dialog>
  );
}

function Postpone({ target, notify, times }: Omit<Props, "phase">) {
  const t = useTranslations("admin_maintenance");
  const [isOpen, setOpen] = useState(false);
  const { time_zone, seen, starts_at, ends_at } = times;
  const trigger = (
    <button type="button" className="button" data-keys="p" data-label={t("postpone")}>
      <CalendarClock size={16} aria-hidden /> {t("postpone")}
    </button>
  );
  return (
    <Dialog title={t("postpone")} {...{ trigger }} open={isOpen} onOpenChange={setOpen}>
      <ActionForm
        action={postponeMaintenanceAction}
        hidden={{ ...target }}
        seen={seen}
        className="space-y-4"
        onDone={() => setOpen(false)}
      >
        <TimeFields
          time_zone={time_zone}
          fields={[
            { name: "starts_at", label: t("starts_at"), initial: starts_at },
            { name: "ends_at", label: t("ends_at"), initial: ends_at },
          ]}
        />
        <Telling text={t("postpone_text")} notify={notify} path="updates.0.description" />
        <Foot label={t("postpone")} />
      </ActionForm>
    </Dialog>
  );
}

function Telling({ text, notify, path }: { text: string; notify: boolean; path?: string }) {
  const t = useTranslations("admin_maintenance");
  return (
    <>
      <AreaField name="description" path={path} label={t("text")} initial={text} />
      <SwitchField name="notify" label={t("notify")} initial={notify} />
    </>
  );
}

function Foot({ label }: { label: string }) {
  const t = useTranslations("admin_maintenance");
  return (
    <div className="flex justify-end gap-2">
      <DialogClose>{t("cancel")}</DialogClose>
      <Submit busy={t("posting")}>{label}</Submit>
    </div>
  );
}
