import { notFound } from "next/navigation";
import { ConfirmDialog } from "#app/_ui/admin/confirm-dialog.tsx";
import { Flash } from "#app/_ui/admin/flash.tsx";
import { Screen } from "#app/_ui/admin/screen.tsx";
import { Section } from "#app/_ui/admin/section.tsx";
import { found, openAdmin } from "#app/(admin)/_shared/open.ts";
import { isKind, kindOf, vendorOf } from "#app/(admin)/pages/[subdomain]/integrations/_kinds.ts";
import {
  CalendarFields,
  CalendarImport,
} from "#app/(admin)/pages/[subdomain]/integrations/_ui/calendar.tsx";
import { IntegrationForm } from "#app/(admin)/pages/[subdomain]/integrations/_ui/form.tsx";
import { IntegrationHealth } from "#app/(admin)/pages/[subdomain]/integrations/_ui/health.tsx";
import { SenderRecords } from "#app/(admin)/pages/[subdomain]/integrations/_ui/sender.tsx";
import {
  deleteIntegrationAction,
  updateIntegrationAction,
} from "#app/(admin)/pages/[subdomain]/integrations/actions.ts";
import { IntegrationParams } from "#lib/api/body.ts";
import { getIntegrationHealth } from "#lib/pages/integrations/health.ts";
import { getIntegration } from "#lib/pages/integrations/integrations.ts";

type Props = {
  params: Promise<{ subdomain: string; integration_id: string }>;
  searchParams: Promise<{ done?: string }>;
};

export default async function IntegrationPage({ params, searchParams }: Props) {
  const route = await params;
  const { done } = await searchParams;
  const admin = await openAdmin(route.subdomain);
  const { ctx, may, t } = admin;
  const target = IntegrationParams.safeParse(route);
  if (!target.success || !may("integration.write")) notFound();
  const integration = await found(getIntegration(ctx, target.data));
  const health = await getIntegrationHealth(ctx, target.data);
  const { subdomain } = route;
  const { name } = integration;
  if (!isKind(name)) notFound();
  const vendor = vendorOf(name);
  const back = { href: `/pages/${subdomain}/integrations`, label: t("admin_integrations.title") };
  return (
    <Screen title={vendor} of={t("admin_integrations.title")} t={t} back={back}>
      {done === "created" && <Flash text={t("admin_integrations.done.created")} />}
      <IntegrationForm
        key={JSON.stringify(integration)}
        action={updateIntegrationAction}
        subdomain={subdomain}
        name={name}
        integration={{ ...integration, has_password: health.has_password }}
        t={t}
      >
        {name === "calendar" && <CalendarFields admin={admin} integration={integration} />}
      </IntegrationForm>
      {name === "calendar" && <CalendarImport admin={admin} target={target.data} />}
      {kindOf(name).purpose === "mail" && <SenderRecords admin={admin} target={target.data} />}
      {name !== "calendar" && (
        <IntegrationHealth name={name} health={health} hidden={target.data} admin={admin} />
      )}
      <Section title={t("admin_integrations.delete")} text={t("admin_integrations.delete_text")}>
        <ConfirmDialog
          trigger={
            <button type="button" className="button button-danger">
              {t("admin_integrations.delete")}
            </button>
          }
          title={t("admin_integrations.delete")}
          text={t("admin_integrations.delete_text")}
          name={vendor}
          action={deleteIntegrationAction}
          hidden={target.data}
          submit={t("admin_integrations.delete")}
        />
      </Section>
    </Screen>
  );
}
