import { RadioCards } from "#app/_ui/admin/choice-fields.tsx";
import { Field } from "#app/_ui/admin/field.tsx";
import { ActionForm, Submit } from "#app/_ui/admin/form.tsx";
import { Section } from "#app/_ui/admin/section.tsx";
import { ShowOnceForm } from "#app/_ui/admin/show-once-form.tsx";
import { Table } from "#app/_ui/admin/table.tsx";
import type { OrganizationAdmin } from "#app/(admin)/_shared/organization.ts";
import { roleName } from "#app/(admin)/_shared/roles.ts";
import type { FormAction } from "#lib/api/actions.ts";
import { ROLES } from "#lib/core/access/permissions.ts";
import { readPeople } from "#lib/identity/members/members.ts";
import type { Member } from "#lib/identity/members/schema.ts";
import type { JoinLink } from "#lib/pages/join-links/schema.ts";
import type { Translate } from "#lib/platform/i18n/translator.ts";
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
  /** Their roles on a page alone, which no provider decides. */
  ofPage?: boolean;
  /** Null: who looks may not change anything. */
  may: {
    update: FormAction;
    remove: FormAction;
    /** null: they have no account, or are the one who looks. */
    person: (member: Member) => { reset: FormAction; end: FormAction } | null;
    hidden: (member: Member) => Hidden;
  } | null;
};

function Who({ name, email }: { name?: string; email: string }) {
  if (!name) return email;
  return (
    <span className="block py-1">
      <span className="block truncate">{name}</span>
      <span className="block truncate font-normal text-muted text-sm">{email}</span>
    </span>
  );
}

function RoleBy({ role, provider, t }: { role: string; provider: string | null; t: Translate }) {
  if (provider === null) return role;
  return (
    <span>
      {role} <span className="text-muted">{t("admin_members.by_provider", { provider })}</span>
    </span>
  );
}

async function cellsOf({
  admin,
  members,
  ofPage,
}: Pick<TableProps, "admin" | "members" | "ofPage">) {
  const { ctx, organization, t, format } = admin;
  const ids = members.flatMap(({ user }) => user?.id ?? []);
  const people = await readPeople(ctx, { organization_id: organization.id }, ids);
  const personOf = ({ user }: Member) => user && people.get(user.id);
  const provider = (member: Member) => (ofPage ? null : (personOf(member)?.provider ?? null));
  return {
    provider,
    who: (member: Member) => <Who email={member.email} name={personOf(member)?.name} />,
    role: (member: Member) => (
      <RoleBy role={roleName(member.role, t)} provider={provider(member)} t={t} />
    ),
    factor: (member: Member) => {
      const person = personOf(member);
      return person && t(`admin_members.factor.${person.has_second_factor ? "on" : "off"}`);
    },
    seen: ({ user }: Member) => {
      if (!user) return <span className="count">{t("admin_members.invited")}</span>;
      const at = user.current_sign_in_at;
      return at ? format.shortDateTime(at) : t("admin_members.never");
    },
  };
}

/** Members with how safely they sign in and when they last did; of the invited, that they are. */
export async function MemberTable(props: TableProps) {
  const { admin, label, members, may } = props;
  const { t } = admin;
  const { who, role, factor, seen, provider } = await cellsOf(props);
  const actions = (member: Member) =>
    may && (
      <MemberActions
        email={member.email}
        role={member.role}
        roles={rolesIn(t)}
        fixed={provider(member) === null ? null : role(member)}
        hidden={may.hidden(member)}
        update={may.update}
        remove={may.remove}
        reset={may.person(member)?.reset ?? null}
        end={may.person(member)?.end ?? null}
      />
    );
  const role_column = { key: "role", label: t("admin_members.role"), cell: role };
  return (
    <>
      <Table
        label={label}
        rows={members}
        keyOf={({ id }) => id}
        head={{ label: t("admin_members.member"), cell: who }}
        columns={[
          ...(may ? [] : [role_column]),
          {
            key: "factor",
            label: t("admin_members.factor.title"),
            cell: factor,
            card: "labelled",
            from: "lg",
          },
          { key: "seen", label: t("admin_members.seen"), cell: seen, card: "labelled" },
        ]}
        actions={may ? actions : undefined}
      />
      {members.some((member) => provider(member) !== null) && (
        <p className="text-muted text-sm">{t("admin_members.by_provider_text")}</p>
      )}
    </>
  );
}

type InviteProps = { t: Translate; action: FormAction; hidden: Hidden; text: string };

export function Invite({ t, action, hidden, text }: InviteProps) {
  return (
    <div id="invite" className="scroll-mt-20">
      <Section title={t("admin_members.invite")} text={text}>
        <ShowOnceForm action={action} hidden={hidden} className="space-y-4">
          <Field name="email" type="email" label={t("admin_members.email")} required />
          <RadioCards
            name="role"
            label={t("admin_members.role")}
            options={rolesIn(t).map((role) => ({
              ...role,
              hint: t(`admin_members.may.${role.value}`),
            }))}
            initial="editor"
          />
          <Submit>{t("admin_members.invite_submit")}</Submit>
        </ShowOnceForm>
      </Section>
    </div>
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
