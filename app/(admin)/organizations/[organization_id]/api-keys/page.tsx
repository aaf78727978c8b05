import { Key } from "lucide-react";
import { notFound } from "next/navigation";
import { SelectField } from "#app/_ui/admin/choice-fields.tsx";
import { Field } from "#app/_ui/admin/field.tsx";
import { Submit } from "#app/_ui/admin/form.tsx";
import { Pager } from "#app/_ui/admin/pager.tsx";
import { EmptyState, Screen } from "#app/_ui/admin/screen.tsx";
import { Section } from "#app/_ui/admin/section.tsx";
import { ShowOnceForm } from "#app/_ui/admin/show-once-form.tsx";
import { Table } from "#app/_ui/admin/table.tsx";
import { type OrganizationAdmin, openOrganization } from "#app/(admin)/_shared/organization.ts";
import { type Cursor, readScreen } from "#app/(admin)/_shared/paging.ts";
import { roleName } from "#app/(admin)/_shared/roles.ts";
import { ROLES } from "#lib/core/access/permissions.ts";
import { listApiKeys } from "#lib/identity/api-keys/api-keys.ts";
import type { ApiKey } from "#lib/identity/api-keys/schema.ts";
import { RevokeKey } from "./_revoke.tsx";
import { createApiKeyAction } from "./actions.ts";

type Props = { params: Promise<{ organization_id: string }>; searchParams: Promise<Cursor> };

function Keys({ rows, admin }: { rows: ApiKey[]; admin: OrganizationAdmin }) {
  const { organization, t, format } = admin;
  return (
    <Table
      label={t("admin_api_keys.title")}
      rows={rows}
      keyOf={({ id }) => id}
      head={{ label: t("admin_api_keys.name"), cell: ({ name }) => name }}
      columns={[
        {
          key: "hint",
          label: t("admin_api_keys.hint"),
          cell: ({ hint }) => <code>{hint}</code>,
        },
        {
          key: "role",
          label: t("admin_members.role"),
          cell: ({ role }) => roleName(role, t),
        },
        {
          key: "used",
          label: t("admin_api_keys.used"),
          cell: ({ last_used_at: at }) =>
            at ? format.shortDateTime(at) : t("admin_api_keys.never"),
          card: "labelled",
        },
      ]}
      actions={({ id, name }) => (
        <RevokeKey name={name} hidden={{ organization_id: organization.id, api_key_id: id }} />
      )}
    />
  );
}

export default async function ApiKeysPage({ params, searchParams }: Props) {
  const { organization_id } = await params;
  const admin = await openOrganization(organization_id);
  const { ctx, organization, may, t } = admin;
  if (!may("organization.write")) notFound();
  const target = { organization_id: organization.id };
  const path = `/organizations/${organization.id}/api-keys`;
  const { rows, newer, older } = await readScreen(path, await searchParams, (slice) =>
    listApiKeys(ctx, target, slice),
  );
  const roles = ROLES.map((value) => ({ value, label: roleName(value, t) }));
  return (
    <Screen
      title={t("admin_api_keys.title")}
      of={organization.name}
      text={t("admin_api_keys.text")}
      t={t}
    >
      {rows.length === 0 ? (
        <EmptyState
          icon={<Key size={28} strokeWidth={1.5} />}
          title={t("admin_api_keys.empty")}
          text={t("admin_api_keys.empty_text")}
        >
          <a href="#new" className="button">
            {t("admin_api_keys.new")}
          </a>
        </EmptyState>
      ) : (
        <Keys rows={rows} admin={admin} />
      )}
      <Pager newer={newer} older={older} label={t("admin_api_keys.title")} t={t} />
      <div id="new" className="mt-10 scroll-mt-20">
        <Section title={t("admin_api_keys.new")} text={t("admin_api_keys.new_text")}>
          <ShowOnceForm action={createApiKeyAction} hidden={target} className="space-y-4">
            <Field
              name="name"
              label={t("admin_api_keys.name")}
              hint={t("admin_api_keys.name_hint")}
              required
            />
            <SelectField
              name="role"
              label={t("admin_members.role")}
              options={roles}
              initial="admin"
            />
            <Submit>{t("admin_api_keys.create")}</Submit>
          </ShowOnceForm>
        </Section>
      </div>
    </Screen>
  );
}
