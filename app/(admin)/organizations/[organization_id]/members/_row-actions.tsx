"use client";
import { KeyRound, LogOut, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import { ConfirmDialog } from "#app/_ui/admin/confirm-dialog.tsx";
import { ActionForm, Submit } from "#app/_ui/admin/form.tsx";
import type { FormAction } from "#lib/api/actions.ts";
import type { Role } from "#lib/core/access/permissions.ts";

type Props = {
  email: string;
  role: Role;
  roles: { value: Role; label: string }[];
  /** The role in words where it is not changed here. */
  fixed: ReactNode;
  hidden: Record<string, string | number>;
  update: FormAction;
  remove: FormAction;
  end: FormAction | null;
  reset: FormAction | null;
};

type RoleProps = Pick<Props, "email" | "role" | "roles" | "hidden" | "update">;

function ChangeRole({ email, role, roles, hidden, update }: RoleProps) {
  const t = useTranslations("admin_members");
  return (
    <ActionForm action={update} hidden={hidden} className="flex items-center gap-1.5">
      <select
        name="role"
        defaultValue={role}
        aria-label={t("role_of", { email })}
        className="control w-auto"
      >
        {roles.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <Submit className="button button-small">{t("change")}</Submit>
    </ActionForm>
  );
}

const ICONS = { end: LogOut, reset: KeyRound, remove: Trash2 };

type ConfirmedProps = Pick<Props, "email" | "hidden"> & {
  what: keyof typeof ICONS;
  action: FormAction;
};

function Confirmed({ what, email, action, hidden }: ConfirmedProps) {
  const t = useTranslations("admin_members");
  const Icon = ICONS[what];
  const label = t(`${what}_named`, { email });
  return (
    <ConfirmDialog
      trigger={
        <button type="button" className="icon-button" aria-label={label} title={t(what)}>
          <Icon size={16} aria-hidden />
        </button>
      }
      title={t(`${what}_title`, { email })}
      text={t(`${what}_text`)}
      name={email}
      action={action}
      hidden={{ ...hidden, email }}
      submit={t(what)}
    />
  );
}

export function MemberActions({ fixed, end, reset, remove, ...change }: Props) {
  const { email, hidden } = change;
  return (
    <div className="flex items-center justify-end gap-2">
      {fixed ?? <ChangeRole {...change} />}
      {end && <Confirmed what="end" action={end} email={email} hidden={hidden} />}
      {reset && <Confirmed what="reset" action={reset} email={email} hidden={hidden} />}
      <Confirmed what="remove" action={remove} email={email} hidden={hidden} />
    </div>
  );
}
