import { Activity } from "lucide-react";
import Link from "next/link";
import { notFound } from "next/navigation";
import { AreaTexts } from "#app/_ui/admin/area-texts.tsx";
import { ConfirmDialog } from "#app/_ui/admin/confirm-dialog.tsx";
import { Screen } from "#app/_ui/admin/screen.tsx";
import { Section } from "#app/_ui/admin/section.tsx";
import { otherLanguages } from "#app/(admin)/_shared/languages.ts";
import { found, openAdmin } from "#app/(admin)/_shared/open.ts";
import { readParents } from "#app/(admin)/pages/[subdomain]/services/_parents.ts";
import { readPeople } from "#app/(admin)/pages/[subdomain]/services/_people.ts";
import { ServiceForm } from "#app/(admin)/pages/[subdomain]/services/_ui/service-form.tsx";
import {
  deleteServiceAction,
  updateServiceAction,
} from "#app/(admin)/pages/[subdomain]/services/actions.ts";
import { ServiceParams } from "#lib/api/body.ts";
import { getService } from "#lib/services/read.ts";

type Props = { params: Promise<{ subdomain: string; service_id: string }> };

export default async function ServicePage({ params }: Props) {
  const route = await params;
  const admin = await openAdmin(route.subdomain);
  const target = ServiceParams.safeParse(route);
  if (!target.success) notFound();
  const { ctx, t, locale, may } = admin;
  const mayWrite = may("service.write");
  const service = await found(getService(ctx, target.data));
  const { subdomain, service_id } = target.data;
  const back = { href: `/pages/${subdomain}/services`, label: t("admin_services.title") };
  const watch = (
    <Link href={`/pages/${subdomain}/services/${service_id}/monitoring`} className="button">
      <Activity size={16} aria-hidden />
      {t("admin_monitoring.title")}
    </Link>
  );
  return (
    <Screen title={service.name} of={t("admin_services.title")} t={t} back={back} actions={watch}>
      <AreaTexts locale={locale} areas={["admin_services"]}>
        <ServiceForm
          action={updateServiceAction}
          subdomain={subdomain}
          service={service}
          parents={await readParents(admin, service_id)}
          mayWrite={mayWrite}
          languages={otherLanguages(admin.page, service.translations)}
          people={await readPeople(admin, service.notification_recipients)}
        />
      </AreaTexts>
      {mayWrite && (
        <Section title={t("admin_services.delete_title")} text={t("admin_services.delete_text")}>
          <ConfirmDialog
            trigger={
              <button type="button" className="button button-danger">
                {t("admin_services.delete")}
              </button>
            }
            title={t("admin_services.delete_title")}
            text={t("admin_services.delete_text")}
            name={service.name}
            action={deleteServiceAction}
            hidden={{ subdomain, service_id }}
            submit={t("admin_services.delete")}
          />
        </Section>
      )}
    </Screen>
  );
}
