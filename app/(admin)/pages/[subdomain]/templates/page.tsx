import { FileText, Plus } from "lucide-react";
import Link from "next/link";
import type { Option } from "#app/_ui/admin/choice-fields.tsx";
import { Flash } from "#app/_ui/admin/flash.tsx";
import { EmptyState, Screen } from "#app/_ui/admin/screen.tsx";
import { Table } from "#app/_ui/admin/table.tsx";
import { type Admin, found, openAdmin } from "#app/(admin)/_shared/open.ts";
import type { IncidentTemplate } from "#lib/incidents/templates/schema.ts";
import { listIncidentTemplates } from "#lib/incidents/templates/templates.ts";
import { readTypeOptions } from "./_types.ts";

type Props = {
  params: Promise<{ subdomain: string }>;
  searchParams: Promise<{ done?: string }>;
};

const DONE = ["created", "saved", "deleted"] as const;

export default async function TemplatesPage({ params, searchParams }: Props) {
  const { subdomain } = await params;
  const { done } = await searchParams;
  const admin = await openAdmin(subdomain);
  const { ctx, page, t } = admin;
  const templates = await found(listIncidentTemplates(ctx, page));
  const said = DONE.find((known) => known === done);
  const create = (
    <Link
      href={`/pages/${subdomain}/templates/new`}
      data-keys="n"
      className="button button-primary"
    >
      <Plus size={16} aria-hidden /> {t("admin_templates.new")}
    </Link>
  );
  return (
    <Screen
      title={t("admin_templates.title")}
      of={page.name}
      t={t}
      aside={templates.length > 0 && templates.length}
      actions={templates.length > 0 && create}
    >
      {said && <Flash text={t(`admin_templates.done.${said}`)} />}
      {templates.length === 0 ? (
        <EmptyState
          icon={<FileText size={28} strokeWidth={1.5} />}
          title={t("admin_templates.empty")}
          text={t("admin_templates.empty_text")}
        >
          {create}
        </EmptyState>
      ) : (
        <Templates admin={admin} templates={templates} types={await readTypeOptions(admin)} />
      )}
    </Screen>
  );
}

const USES = [
  { isPlanned: false, path: "incidents/new", text: "use_incident" },
  { isPlanned: true, path: "maintenance/new", text: "use_maintenance" },
] as const;

type TableProps = { admin: Admin; templates: IncidentTemplate[]; types: Option[] };

function Templates({ admin: { t, page, format }, templates, types }: TableProps) {
  const base = `/pages/${page.subdomain}`;
  const chosen = ({ incident_types }: IncidentTemplate) =>
    types.filter(({ value }) => incident_types.includes(value));
  const uses = (template: IncidentTemplate) => {
    const kinds = chosen(template).map(({ kind }) => kind === "scheduled");
    return USES.filter(({ isPlanned }) => kinds.length === 0 || kinds.includes(isPlanned));
  };
  return (
    <Table
      label={t("admin_templates.title")}
      rows={templates}
      keyOf={({ id }) => id}
      head={{
        label: t("admin_templates.name"),
        cell: ({ id, name }) => (
          <Link href={`${base}/templates/${id}`} className="row-link truncate">
            {name}
          </Link>
        ),
      }}
      columns={[
        {
          key: "title",
          label: t("admin_templates.heading"),
          width: "grow",
          from: "lg",
          cell: ({ title }) => title,
        },
        {
          key: "types",
          label: t("admin_templates.types"),
          cell: (template) =>
            format.list(chosen(template).map(({ label }) => label)) || (
              <span className="text-muted">{t("admin_templates.any_type")}</span>
            ),
        },
      ]}
      actions={(template) => (
        <span className="flex flex-wrap justify-end gap-2">
          {uses(template).map(({ path, text }) => (
            <Link
              key={path}
              href={`${base}/${path}?template=${template.id}`}
              className="button button-small max-md:min-h-11!"
              aria-label={t(`admin_templates.${text}_of`, { name: template.name })}
            >
              {t(`admin_templates.${text}`)}
            </Link>
          ))}
        </span>
      )}
    />
  );
}
