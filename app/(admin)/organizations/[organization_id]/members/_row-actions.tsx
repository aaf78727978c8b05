"use client";
import { KeyRound, LogOut, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import { ConfirmByName } from "#app/_ui/admin/confirm-by-name.tsx";
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

/** What an owner does with a member: another role, or none; a reset of how they sign in. */
export function MemberActions({ fixed, end, reset, remove, ...change }: Props) {
  const { email, hidden } = change;
  const t = useTranslations("admin_members");
  return (
    <div className="flex items-center justify-end gap-2">
      {fixed ?? <ChangeRole {...change} />}
      {end && (
        <ConfirmByName
          trigger={
            <button type="button" className="icon-button" aria-label={t("end_named", { email })}>
              <LogOut size={16} aria-hidden />
            </button>
          }
          title={t("end_title", { email })}
          text={t("end_text")}
          name={email}
          action={end}
          hidden={{ ...hidden, email }}
          submit={t("end")}
        />
      )}
      {reset && (
        <ConfirmByName
          trigger={
            <button type="button" className="icon-button" aria-label={t("reset_named", { email })}>
              <KeyRound size={16} aria-hidden />
            </button>
          }
          title={t("reset_title", { email })}
          text={t("reset_text")}
          name={email}
          action={reset}
          hidden={{ ...hidden, email }}
          submit={t("reset")}
        />
      )}
      <ConfirmByName
        trigger={
          <button type="button" className="icon-button" aria-label={t("remove_named", { email })}>
            <Trash2 size={16} aria-hidden />
          </button>
        }
        title={t("remove_title", { email })}
        text={t("remove_text")}
        name={email}
        action={remove}
        hidden={{ ...hidden, email }}
        submit={t("remove")}
      />
    </div>
  );
}
