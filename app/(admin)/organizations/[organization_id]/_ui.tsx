import Link from "next/link";
import { ConfirmDialog } from "#app/_ui/admin/confirm-dialog.tsx";
import { Field } from "#app/_ui/admin/field.tsx";
import { ActionForm, Submit } from "#app/_ui/admin/form.tsx";
import { Section } from "#app/_ui/admin/section.tsx";
import { Table } from "#app/_ui/admin/table.tsx";
import type { OrganizationAdmin } from "#app/(admin)/_shared/organization.ts";
import { roleName } from "#app/(admin)/_shared/roles.ts";
import { pageUrl } from "#lib/core/addresses/url.ts";
import { fieldMarks } from "#lib/core/forms/conflicts.ts";
import type { Usage } from "#lib/core/outbox/usage.ts";
import type { OwnPage } from "#lib/pages/read.ts";
import { formatTag, type Translate } from "#lib/platform/i18n/translator.ts";
import {
  createOrganizationAction,
  deleteOrganizationAction,
  updateOrganizationAction,
} from "./actions.ts";

type Props = { admin: OrganizationAdmin };

export function Pages({ admin: { pages, t } }: Props) {
  const name = (page: OwnPage) =>
    page.may_manage ? <Link href={`/pages/${page.subdomain}`}>{page.name}</Link> : page.name;
  return (
    <Table
      label={t("admin_organization.pages")}
      rows={pages}
      keyOf={({ subdomain }) => subdomain}
      head={{ label: t("admin_organization.page"), cell: name }}
      columns={[
        {
          key: "address",
          label: t("admin_organization.address"),
          cell: (page) => pageUrl(page).replace(/^https?:\/\//, ""),
          from: "lg",
        },
        {
          key: "state",
          label: t("admin_organization.state"),
          cell: ({ draft }) =>
            t(draft ? "admin_organization.draft" : "admin_organization.published"),
        },
        {
          key: "role",
          label: t("admin_members.role"),
          cell: ({ role }) => roleName(role, t),
        },
      ]}
    />
  );
}

export function Name({ admin: { organization, t } }: Props) {
  const { id, name } = organization;
  return (
    <Section title={t("admin_organization.settings")} text={t("admin_organization.settings_text")}>
      <ActionForm
        action={updateOrganizationAction}
        hidden={{ organization_id: id }}
        seen={fieldMarks({ name })}
        className="space-y-4"
      >
        <Field name="name" label={t("admin_organization.name")} initial={name} />
        <Submit>{t("admin_kit.save")}</Submit>
      </ActionForm>
    </Section>
  );
}

/** A channel without a word of its own goes by the API's name. */
function channelName(channel: string, t: Translate): string {
  const key = `admin_subscribers.type.${channel}` as Parameters<Translate>[0];
  return t.has(key) ? t(key) : channel;
}

export function UsageSection({ admin: { t, locale }, usage }: Props & { usage: Usage }) {
  const tag = formatTag(locale);
  const count = new Intl.NumberFormat(tag);
  const months = new Intl.DateTimeFormat(tag, {
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  });
  const subscribers = usage.subscribers.reduce((sum, each) => sum + each.count, 0);
  const facts = [
    [t("admin_organization.usage.pages"), usage.status_pages],
    [t("admin_organization.usage.members"), usage.members],
    [t("admin_organization.usage.subscribers"), subscribers],
  ] as const;
  return (
    <Section title={t("admin_organization.usage.title")} text={t("admin_organization.usage.text")}>
      <dl className="grid grid-cols-3 gap-4">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt className="text-muted text-sm">{label}</dt>
            <dd className="font-semibold text-xl tabular-nums">{count.format(value)}</dd>
          </div>
        ))}
      </dl>
      {usage.messages.length === 0 ? (
        <p className="text-muted">{t("admin_organization.usage.none")}</p>
      ) : (
        <Table
          label={t("admin_organization.usage.messages")}
          rows={usage.messages}
          keyOf={({ month, channel }) => `${month} ${channel}`}
          head={{
            label: t("admin_organization.usage.month"),
            cell: ({ month }) => months.format(new Date(`${month}-01T00:00Z`)),
          }}
          columns={[
            {
              key: "channel",
              label: t("admin_organization.usage.channel"),
              cell: ({ channel }) => channelName(channel, t),
            },
            {
              key: "count",
              label: t("admin_organization.usage.messages"),
              cell: (row) => count.format(row.count),
              align: "end",
            },
          ]}
        />
      )}
    </Section>
  );
}

export function Another({ admin: { t } }: Props) {
  return (
    <Section title={t("admin_organization.another")} text={t("admin_organization.another_text")}>
      <ActionForm action={createOrganizationAction} className="space-y-4">
        <Field name="name" label={t("admin_organization.name")} />
        <Submit className="button">{t("admin_organization.create")}</Submit>
      </ActionForm>
    </Section>
  );
}

export function Delete({ admin: { organization, t } }: Props) {
  const { id, name } = organization;
  const text = { title: t("admin_organization.delete"), text: t("admin_organization.delete_text") };
  return (
    <Section isDanger {...text}>
      <ConfirmDialog
        trigger={
          <button type="button" className="button button-danger">
            {t("admin_organization.delete")}
          </button>
        }
        {...text}
        name={name}
        action={deleteOrganizationAction}
        hidden={{ organization_id: id }}
        submit={t("admin_organization.delete")}
      />
    </Section>
  );
}
