import { Key } from "lucide-react";
import { notFound } from "next/navigation";
import { CheckCards, SelectField } from "#app/_ui/admin/choice-fields.tsx";
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
import { type Permission, ROLES } from "#lib/core/access/permissions.ts";
import { listApiKeys } from "#lib/identity/api-keys/api-keys.ts";
import type { ApiKey } from "#lib/identity/api-keys/schema.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { RenewKey } from "./_renew.tsx";
import { RevokeKey } from "./_revoke.tsx";
import { createApiKeyAction } from "./actions.ts";

type Props = { params: Promise<{ organization_id: string }>; searchParams: Promise<Cursor> };

// Enough for most programs; the API knows every permission.
const OFFERED = [
  "page.read",
  "incident.write",
  "service.write",
  "metric.write",
  "subscription.write",
  "status_page.write",
] as const satisfies Permission[];

function limitsOf({ subdomain, permissions }: ApiKey, { pages, t }: OrganizationAdmin): string {
  const page = pages.find((each) => each.subdomain === subdomain)?.name ?? subdomain;
  const allowed = permissions?.map((permission) => {
    const offered = OFFERED.find((each) => each === permission);
    return offered ? t(`admin_api_keys.permission.${offered}`) : permission;
  });
  return [page && t("admin_api_keys.only_page", { page }), ...(allowed ?? [])]
    .filter(Boolean)
    .join(", ");
}

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
          cell: (key) => {
            const limits = limitsOf(key, admin);
            return (
              <>
                {roleName(key.role, t)}
                {limits && <span className="block text-muted text-sm">{limits}</span>}
              </>
            );
          },
        },
        {
          key: "ends",
          label: t("admin_api_keys.ends"),
          cell: ({ expires_at: at }) => {
            if (at === null) return t("admin_api_keys.no_end");
            const time = format.shortDateTime(at);
            return at > wireNow() ? time : t("admin_api_keys.ended", { time });
          },
          card: "labelled",
        },
        {
          key: "used",
          label: t("admin_api_keys.used"),
          cell: ({ last_used_at: at }) =>
            at ? format.shortDateTime(at) : t("admin_api_keys.never"),
          card: "labelled",
        },
      ]}
      actions={({ id, name, renewed_at }) => {
        const hidden = { organization_id: organization.id, api_key_id: id };
        return (
          <div className="flex justify-end gap-2">
            {renewed_at === null && <RenewKey name={name} hidden={hidden} />}
            <RevokeKey name={name} hidden={hidden} />
          </div>
        );
      }}
    />
  );
}

function NewKey({ admin }: { admin: OrganizationAdmin }) {
  const { organization, pages, t } = admin;
  const roles = ROLES.map((value) => ({ value, label: roleName(value, t) }));
  const all = { value: "", label: t("admin_api_keys.all_pages") };
  const single = pages.map(({ subdomain, name }) => ({ value: subdomain, label: name }));
  return (
    <Section title={t("admin_api_keys.new")} text={t("admin_api_keys.new_text")}>
      <ShowOnceForm
        action={createApiKeyAction}
        hidden={{ organization_id: organization.id }}
        className="space-y-4"
      >
        <Field
          name="name"
          label={t("admin_api_keys.name")}
          hint={t("admin_api_keys.name_hint")}
          required
        />
        <SelectField name="role" label={t("admin_members.role")} options={roles} initial="admin" />
        <SelectField name="subdomain" label={t("admin_api_keys.page")} options={[all, ...single]} />
        <CheckCards
          name="permissions"
          label={t("admin_api_keys.permissions")}
          hint={t("admin_api_keys.permissions_hint")}
          options={OFFERED.map((value) => ({
            value,
            label: t(`admin_api_keys.permission.${value}`),
          }))}
        />
        <Field
          name="expires_at"
          type="date"
          label={t("admin_api_keys.ends")}
          hint={t("admin_api_keys.ends_hint")}
        />
        <Submit>{t("admin_api_keys.create")}</Submit>
      </ShowOnceForm>
    </Section>
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
        <NewKey admin={admin} />
      </div>
    </Screen>
  );
}
