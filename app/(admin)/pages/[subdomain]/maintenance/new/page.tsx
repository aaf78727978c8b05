import Link from "next/link";
import { AreaTexts } from "#app/_ui/admin/area-texts.tsx";
import { Screen } from "#app/_ui/admin/screen.tsx";
import { otherLanguages } from "#app/(admin)/_shared/languages.ts";
import { type Admin, openAdmin } from "#app/(admin)/_shared/open.ts";
import { readChoices, readGroups } from "#app/(admin)/pages/[subdomain]/incidents/_choices.ts";
import {
  readBeginning,
  type Source,
} from "#app/(admin)/pages/[subdomain]/maintenance/_beginning.ts";
import { readMaintenanceTypes } from "#app/(admin)/pages/[subdomain]/maintenance/_read.ts";
import { MaintenanceForm } from "#app/(admin)/pages/[subdomain]/maintenance/_ui/maintenance-form.tsx";
import { listIncidentTemplates } from "#lib/incidents/templates/templates.ts";

type Props = { params: Promise<{ subdomain: string }>; searchParams: Promise<Source> };

export default async function NewMaintenancePage({ params, searchParams }: Props) {
  const { subdomain } = await params;
  const source = await searchParams;
  const admin = await openAdmin(subdomain);
  const { t, page, locale } = admin;
  const initial = await readBeginning(admin, source);
  const types = await readMaintenanceTypes(admin);
  const back = { href: `/pages/${subdomain}/maintenance`, label: t("admin_maintenance.title") };
  return (
    <Screen title={t("admin_maintenance.new")} of={page.name} t={t} back={back}>
      <Templates admin={admin} types={types.map(({ value }) => value)} chosen={source.template} />
      <AreaTexts locale={locale} areas={["admin_maintenance"]}>
        <MaintenanceForm
          key={JSON.stringify(source)}
          subdomain={subdomain}
          source={Object.values(source).join("-") || "new"}
          initial={initial}
          types={types}
          services={await readChoices(admin)}
          languages={otherLanguages(page, initial.translations)}
          time_zone={page.time_zone}
          groups={await readGroups(admin)}
        />
      </AreaTexts>
    </Screen>
  );
}

type TemplatesProps = { admin: Admin; types: string[]; chosen: string | undefined };

async function Templates({ admin: { ctx, page, t }, types, chosen }: TemplatesProps) {
  const templates = (await listIncidentTemplates(ctx, page)).filter(
    ({ incident_types: own }) => own.length === 0 || own.some((type) => types.includes(type)),
  );
  if (templates.length === 0) return null;
  return (
    <nav
      aria-label={t("admin_maintenance.from_template")}
      className="mb-4 flex flex-wrap items-center gap-2"
    >
      <span className="text-muted">{t("admin_maintenance.from_template")}</span>
      {templates.map(({ id, name }) => (
        <Link
          key={id}
          href={`/pages/${page.subdomain}/maintenance/new?template=${id}`}
          aria-current={String(id) === chosen ? "true" : undefined}
          className="button button-small max-md:min-h-11!"
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}
