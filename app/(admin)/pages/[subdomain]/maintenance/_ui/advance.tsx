"use client";
import { Ban, CalendarClock, Check, Play } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useTranslations } from "use-intl/react";
import { Dialog, DialogClose } from "#app/_ui/admin/dialog.tsx";
import { AreaField } from "#app/_ui/admin/field.tsx";
import { ActionForm, Submit } from "#app/_ui/admin/form.tsx";
import { TimeFields } from "#app/_ui/admin/time-fields.tsx";
import { NotifyField } from "#app/(admin)/pages/[subdomain]/_composer/fields.tsx";
import { type Deed, PostLabel } from "#app/(admin)/pages/[subdomain]/_composer/post-label.tsx";
import {
  advanceMaintenanceAction,
  postponeMaintenanceAction,
} from "#app/(admin)/pages/[subdomain]/maintenance/actions.ts";
import type { Phase } from "#lib/incidents/state.ts";
import type { Audience } from "#lib/notifications/audience/schema.ts";

type Target = { subdomain: string; incident_id: number };
type Times = { time_zone: string; seen: string };
/** Whether subscribers are notified at first, and who they are. */
type Notification = { notify: boolean; audience: Audience };
type Props = {
  target: Target;
  phase: Phase;
  notification: Notification;
  times: Times;
};

/** Starts, ends, postpones or calls off a maintenance, with an update that says so. */
export function Advance({ target, phase, notification, times }: Props) {
  const t = useTranslations("admin_maintenance");
  return (
    <>
      {phase !== "postponed" && <Postpone {...{ target, notification, times }} />}
      {phase !== "open" && (
        <Step
          {...{ target, notification }}
          type="called_off"
          icon={<Ban size={16} aria-hidden />}
          label={t("call_off")}
          text={t("call_off_text")}
          keys="x"
        />
      )}
      {phase === "upcoming" && (
        <Step
          {...{ target, notification }}
          type="started"
          icon={<Play size={16} aria-hidden />}
          label={t("start")}
          text={t("start_text")}
          keys="s"
        />
      )}
      {phase === "open" && (
        <Step
          {...{ target, notification }}
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
  notification: Notification;
  type: keyof typeof DEEDS;
  icon: ReactNode;
  label: string;
  text: string;
  keys: string;
};

const DEEDS = { started: "started", resolved: "done", called_off: "call_off" } as const;

function Step({ target, notification, type, icon, label, text, keys }: StepProps) {
  const [isOpen, setOpen] = useState(false);
  const trigger = (
    <button
      type="button"
      className={type === "called_off" ? "button" : "button button-primary"}
      data-keys={keys}
      data-label={label}
    >
      {icon} {label}
    </button>
  );
  return (
    <Dialog title={label} {...{ trigger }} open={isOpen} onOpenChange={setOpen}>
      <ActionForm
        action={advanceMaintenanceAction}
        hidden={{ ...target, type }}
        className="group/form space-y-4"
        onDone={() => setOpen(false)}
      >
        <UpdateFields text={text} {...notification} />
        <Foot deed={DEEDS[type]} {...notification} />
      </ActionForm>
    </Dialog>
  );
}

function Postpone({ target, notification, times }: Omit<Props, "phase">) {
  const t = useTranslations("admin_maintenance");
  const [isOpen, setOpen] = useState(false);
  const { time_zone, seen } = times;
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
        className="group/form space-y-4"
        onDone={() => setOpen(false)}
      >
        <TimeFields
          time_zone={time_zone}
          fields={[
            { name: "starts_at", label: t("new_start") },
            { name: "ends_at", label: t("new_end") },
          ]}
        />
        <p className="text-muted text-sm">{t("postpone_hint")}</p>
        <UpdateFields text={t("postpone_text")} {...notification} path="updates.0.description" />
        <Foot deed="postpone" {...notification} />
      </ActionForm>
    </Dialog>
  );
}

function UpdateFields({
  text,
  notify,
  audience,
  path,
}: Notification & { text: string; path?: string }) {
  const t = useTranslations("admin_maintenance");
  return (
    <>
      <AreaField name="description" path={path} label={t("text")} initial={text} />
      <NotifyField initial={notify} audience={audience} />
    </>
  );
}

function Foot({ deed, audience }: Pick<Notification, "audience"> & { deed: Deed }) {
  const t = useTranslations("admin_maintenance");
  return (
    <div className="flex justify-end gap-2">
      <DialogClose>{t("cancel")}</DialogClose>
      <Submit busy={t("posting")}>
        <PostLabel deed={deed} count={audience.total_count} />
      </Submit>
    </div>
  );
}
