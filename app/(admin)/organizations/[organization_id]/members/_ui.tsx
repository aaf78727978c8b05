import { SelectField } from "#app/_ui/admin/choice-fields.tsx";
import { Field } from "#app/_ui/admin/field.tsx";
import { ActionForm, Submit } from "#app/_ui/admin/form.tsx";
import { Section } from "#app/_ui/admin/section.tsx";
import { Table } from "#app/_ui/admin/table.tsx";
import { TellingForm } from "#app/_ui/admin/telling-form.tsx";
import type { OrganizationAdmin } from "#app/(admin)/_organization.ts";
import { roleName } from "#app/(admin)/_roles.ts";
import type { FormAction } from "#lib/actions.ts";
import type { Translate } from "#lib/i18n/translator.ts";
import type { JoinLink } from "#lib/join-links/schema.ts";
import type { Member } from "#lib/members/schema.ts";
import { ROLES } from "#lib/permissions.ts";
import { MemberActions } from "./_row-actions.tsx";
import { renewJoinLinkAction, revokeJoinLinkAction } from "./actions.ts";

function rolesIn(t: Translate) {
  return ROLES.map((value) => ({ value, label: roleName(value, t) }));
}

type Hidden = Record<string, string | number>;
type TableProps = {
  admin: OrganizationAdmin;
  label: string;
  members: Member[];
  /** Null: who looks may not change anything. */
  may: {
    update: FormAction;
    remove: FormAction;
    reset: (member: Member) => FormAction | null;
    hidden: (member: Member) => Hidden;
  } | null;
};

export function MemberTable({ admin: { t, format }, label, members, may }: TableProps) {
  const seen = ({ user }: Member) => {
    if (!user) return t("admin_members.invited");
    const at = user.current_sign_in_at;
    return at ? format.shortDateTime(at) : t("admin_members.never");
  };
  return (
    <Table
      label={label}
      rows={members}
      keyOf={({ id }) => id}
      head={{ label: t("admin_members.email"), cell: ({ email }) => email }}
      columns={[
        ...(may
          ? []
          : [
              {
                key: "role",
                label: t("admin_members.role"),
                cell: ({ role }: Member) => roleName(role, t),
              },
            ]),
        { key: "seen", label: t("admin_members.seen"), cell: seen, card: "labelled" },
      ]}
      actions={
        may
          ? (member) => (
              <MemberActions
                email={member.email}
                role={member.role}
                roles={rolesIn(t)}
                hidden={may.hidden(member)}
                update={may.update}
                remove={may.remove}
                reset={may.reset(member)}
              />
            )
          : undefined
      }
    />
  );
}

type InviteProps = { t: Translate; action: FormAction; hidden: Hidden; text: string };

export function Invite({ t, action, hidden, text }: InviteProps) {
  return (
    <Section title={t("admin_members.invite")} text={text}>
      <TellingForm action={action} hidden={hidden} className="space-y-4">
        <Field name="email" type="email" label={t("admin_members.email")} required />
        <SelectField
          name="role"
          label={t("admin_members.role")}
          options={rolesIn(t)}
          initial="editor"
        />
        <Submit>{t("admin_members.invite_submit")}</Submit>
      </TellingForm>
    </Section>
  );
}

type JoinProps = { t: Translate; subdomain: string; link: JoinLink | null };

/** The link that may be passed on freely to addresses of allowed domains. */
export function JoinByLink({ t, subdomain, link }: JoinProps) {
  return (
    <Section title={t("admin_members.join.title")} text={t("admin_members.join.text")}>
      {link ? (
        <p>
          <code className="wrap-anywhere">{link.url}</code>
        </p>
      ) : (
        <p className="text-muted">{t("admin_members.join.none")}</p>
      )}
      <div className="flex flex-wrap gap-2">
        <ActionForm action={renewJoinLinkAction} hidden={{ subdomain }}>
          <Submit className="button">
            {t(link ? "admin_members.join.renew" : "admin_members.join.create")}
          </Submit>
        </ActionForm>
        {link && (
          <ActionForm action={revokeJoinLinkAction} hidden={{ subdomain }}>
            <Submit className="button">{t("admin_members.join.revoke")}</Submit>
          </ActionForm>
        )}
      </div>
    </Section>
  );
}
