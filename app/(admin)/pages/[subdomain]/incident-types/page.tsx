import { Plus, Tags, TriangleAlert } from "lucide-react";
import Link from "next/link";
import { notFound } from "next/navigation";
import { Flash } from "#app/_ui/admin/flash.tsx";
import { EmptyState, Screen } from "#app/_ui/admin/screen.tsx";
import { type Column, Table } from "#app/_ui/admin/table.tsx";
import { found, openAdmin } from "#app/(admin)/_shared/open.ts";
import { listIncidentTypes } from "#lib/incidents/types/incident-types.ts";
import type { IncidentType } from "#lib/incidents/types/schema.ts";
import type { Translate } from "#lib/platform/i18n/translator.ts";
import { isKnownToPlugins } from "./_plugins.ts";

type Props = {
  params: Promise<{ subdomain: string }>;
  searchParams: Promise<{ done?: string }>;
};

const DONE = ["created", "saved", "deleted"] as const;

export default async function IncidentTypesPage({ params, searchParams }: Props) {
  const { subdomain } = await params;
  const { done } = await searchParams;
  const { ctx, page, may, t } = await openAdmin(subdomain);
  if (!may("incident_type.write")) notFound();
  const types = await found(listIncidentTypes(ctx, page));
  const said = DONE.find((known) => known === done);
  const address = `/pages/${subdomain}/incident-types`;
  const create = (
    <Link href={`${address}/new`} data-keys="n" className="button button-primary">
      <Plus size={16} aria-hidden /> {t("admin_incident_types.new")}
    </Link>
  );
  return (
    <Screen
      title={t("admin_incident_types.title")}
      of={page.name}
      t={t}
      text={t("admin_incident_types.text")}
      actions={types.length > 0 && create}
    >
      {said && <Flash text={t(`admin_incident_types.done.${said}`)} />}
      {!page.custom_incident_types_enabled && types.length > 0 && (
        <p className="note mb-4">
          {t("admin_incident_types.off")}{" "}
          <Link href={`/pages/${subdomain}/settings#incidents`} className="text-link underline">
            {t("admin_settings.title")}
          </Link>
        </p>
      )}
      {types.length === 0 ? (
        <EmptyState
          icon={<Tags size={28} strokeWidth={1.5} />}
          title={t("admin_incident_types.empty")}
          text={t("admin_incident_types.empty_text")}
        >
          {create}
        </EmptyState>
      ) : (
        <Table
          label={t("admin_incident_types.title")}
          rows={types}
          keyOf={({ id }) => id}
          head={{
            label: t("admin_incident_types.name"),
            cell: ({ id, name }) => (
              <Link href={`${address}/${id}`} className="row-link truncate">
                {name}
              </Link>
            ),
          }}
          columns={columnsFor(t)}
        />
      )}
    </Screen>
  );
}

function columnsFor(t: Translate): Column<IncidentType>[] {
  return [
    {
      key: "key",
      label: t("admin_incident_types.key"),
      cell: ({ key }) => <code>{key}</code>,
    },
    {
      key: "severity",
      label: t("admin_incident_types.base_severity"),
      cell: ({ base_severity }) => t(`public.type.${base_severity}`),
    },
    {
      key: "plugins",
      label: t("admin_incident_types.plugins"),
      card: "labelled",
      cell: ({ key }) =>
        isKnownToPlugins(key) ? (
          t("admin_incident_types.plugins_known")
        ) : (
          <span className="inline-flex items-center gap-1.5">
            <TriangleAlert size={14} aria-hidden />
            {t("admin_incident_types.plugins_unknown")}
          </span>
        ),
    },
  ];
}
