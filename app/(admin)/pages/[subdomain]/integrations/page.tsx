import { Plug, Plus } from "lucide-react";
import Link from "next/link";
import { Flash } from "#app/_ui/admin/flash.tsx";
import { ActionForm, Submit } from "#app/_ui/admin/form.tsx";
import { EmptyState, Screen } from "#app/_ui/admin/screen.tsx";
import { Table } from "#app/_ui/admin/table.tsx";
import { TabLinks } from "#app/_ui/admin/tabs.tsx";
import { type Admin, found, openAdmin } from "#app/(admin)/_shared/open.ts";
import { listIntegrationHealth } from "#lib/pages/integrations/health.ts";
import { listIntegrations } from "#lib/pages/integrations/integrations.ts";
import type { Integration } from "#lib/pages/integrations/schema.ts";
import { isKind, kindOf, vendorOf } from "./_kinds.ts";
import { type HealthById, HealthText } from "./_ui/health-text.tsx";
import { enableIntegrationAction } from "./actions.ts";

type Props = {
  params: Promise<{ subdomain: string }>;
  searchParams: Promise<{ done?: string }>;
};

const DONE = ["saved", "deleted"] as const;

type RowsProps = { rows: Integration[]; health: HealthById; admin: Admin };

function Rows({ rows, health, admin }: RowsProps) {
  const { page, may, t } = admin;
  const { subdomain } = page;
  const writes = may("integration.write");
  return (
    <Table
      label={t("admin_integrations.title")}
      rows={rows}
      keyOf={({ id }) => id}
      head={{
        width: "grow",
        label: t("admin_integrations.vendor"),
        cell: ({ id, name }) =>
          writes ? (
            <Link href={`/pages/${subdomain}/integrations/${id}`} className="row-link truncate">
              {vendorOf(name)}
            </Link>
          ) : (
            vendorOf(name)
          ),
      }}
      columns={[
        {
          key: "purpose",
          label: t("admin_integrations.for"),
          cell: ({ name }) =>
            isKind(name) && t(`admin_integrations.purpose.${kindOf(name).purpose}`),
        },
        {
          key: "key",
          label: t("admin_integrations.key"),
          from: "lg",
          card: "none",
          cell: ({ key }) => <code>{key}</code>,
        },
        {
          key: "enabled",
          label: t("admin_integrations.state"),
          cell: ({ settings }) => t(`admin_integrations.${settings.enabled ? "on" : "off"}`),
        },
        {
          key: "health",
          label: t("admin_integrations.health.title"),
          width: "grow",
          cell: ({ id }) => <HealthText health={health.get(id)} admin={admin} />,
        },
      ]}
      actions={
        writes
          ? ({ id, name, settings: { enabled } }) => (
              <ActionForm
                action={enableIntegrationAction}
                hidden={{ subdomain, integration_id: id, "settings.enabled": String(!enabled) }}
                className="relative z-1"
              >
                <Submit className="button button-small">
                  {t(`admin_integrations.${enabled ? "disable" : "enable"}`)}
                  <span className="sr-only"> {vendorOf(name)}</span>
                </Submit>
              </ActionForm>
            )
          : undefined
      }
    />
  );
}

export default async function IntegrationsPage({ params, searchParams }: Props) {
  const { subdomain } = await params;
  const { done } = await searchParams;
  const admin = await openAdmin(subdomain);
  const { ctx, page, may, t } = admin;
  const [rows, health] = await found(
    Promise.all([listIntegrations(ctx, page), listIntegrationHealth(ctx, page)]),
  );
  const path = `/pages/${subdomain}/integrations`;
  const said = DONE.find((known) => known === done);
  const create = may("integration.write") && (
    <Link href={`${path}/new`} data-keys="n" className="button button-primary">
      <Plus size={16} aria-hidden /> {t("admin_integrations.new")}
    </Link>
  );
  return (
    <Screen
      title={t("admin_integrations.title")}
      of={page.name}
      t={t}
      actions={rows.length > 0 && create}
    >
      {said && <Flash text={t(`admin_integrations.done.${said}`)} />}
      <TabLinks
        label={t("admin_integrations.title")}
        tabs={[
          { href: path, label: t("admin_integrations.tab"), isChosen: true },
          { href: `${path}/webhooks`, label: t("admin_webhooks.title"), isChosen: false },
        ]}
      />
      {rows.length === 0 ? (
        <EmptyState
          icon={<Plug size={28} strokeWidth={1.5} />}
          title={t("admin_integrations.empty")}
          text={t("admin_integrations.empty_text")}
        >
          {create}
        </EmptyState>
      ) : (
        <Rows rows={rows} health={health} admin={admin} />
      )}
    </Screen>
  );
}
