"use client";
import { Ellipsis, KeyRound, LogOut, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useTranslations } from "use-intl/react";
import { ConfirmDialog } from "#app/_ui/admin/confirm-dialog.tsx";
import { ActionForm, Submit } from "#app/_ui/admin/form.tsx";
import { Menu, MenuItem } from "#app/_ui/admin/menu.tsx";
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

type MoreProps = Pick<Props, "email" | "hidden"> & {
  actions: { what: keyof typeof ICONS; action: FormAction }[];
};

/** Actions that ask first, in words: their icons alone say too little. */
function More({ email, hidden, actions }: MoreProps) {
  const t = useTranslations("admin_members");
  const [asked, ask] = useState<keyof typeof ICONS | null>(null);
  const trigger = (
    <button type="button" className="icon-button" aria-label={t("actions_of", { email })}>
      <Ellipsis size={16} aria-hidden />
    </button>
  );
  return (
    <>
      <Menu trigger={trigger}>
        {actions.map(({ what }) => {
          const Icon = ICONS[what];
          return (
            <MenuItem
              key={what}
              onChoose={() => ask(what)}
              icon={<Icon size={16} />}
              isDanger={what === "remove"}
            >
              {t(what)}
            </MenuItem>
          );
        })}
      </Menu>
      {actions.map(({ what, action }) => (
        <ConfirmDialog
          key={what}
          open={asked === what}
          onOpenChange={(isOpen) => ask(isOpen ? what : null)}
          title={t(`${what}_title`, { email })}
          text={t(`${what}_text`)}
          name={email}
          action={action}
          hidden={{ ...hidden, email }}
          submit={t(what)}
        />
      ))}
    </>
  );
}

export function MemberActions({ fixed, end, reset, remove, ...change }: Props) {
  const { email, hidden } = change;
  const actions = Object.entries({ end, reset, remove }).flatMap(([what, action]) =>
    action ? [{ what: what as keyof typeof ICONS, action }] : [],
  );
  return (
    <div className="flex items-center justify-end gap-2">
      {fixed ?? <ChangeRole {...change} />}
      <More email={email} hidden={hidden} actions={actions} />
    </div>
  );
}
