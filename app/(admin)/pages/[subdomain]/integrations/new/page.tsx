import Link from "next/link";
import { notFound } from "next/navigation";
import { Screen } from "#app/_ui/admin/screen.tsx";
import { openAdmin } from "#app/(admin)/_open.ts";
import {
  isKind,
  kindOf,
  OFFERED,
  vendorOf,
} from "#app/(admin)/pages/[subdomain]/integrations/_kinds.ts";
import { CalendarFields } from "#app/(admin)/pages/[subdomain]/integrations/_ui/calendar.tsx";
import { IntegrationForm } from "#app/(admin)/pages/[subdomain]/integrations/_ui/form.tsx";
import { createIntegrationAction } from "#app/(admin)/pages/[subdomain]/integrations/actions.ts";

type Props = {
  params: Promise<{ subdomain: string }>;
  searchParams: Promise<{ kind?: string }>;
};

export default async function NewIntegrationPage({ params, searchParams }: Props) {
  const { subdomain } = await params;
  const { kind } = await searchParams;
  const admin = await openAdmin(subdomain);
  const { page, may, t } = admin;
  if (!may("integration.write")) notFound();
  const path = `/pages/${subdomain}/integrations`;
  if (isKind(kind))
    return (
      <Screen
        title={vendorOf(kind)}
        of={t("admin_integrations.new")}
        t={t}
        back={{ href: `${path}/new`, label: t("admin_integrations.new") }}
      >
        <IntegrationForm
          key={kind}
          action={createIntegrationAction}
          subdomain={subdomain}
          name={kind}
          t={t}
        >
          {kind === "calendar" && <CalendarFields admin={admin} />}
        </IntegrationForm>
      </Screen>
    );
  return (
    <Screen
      title={t("admin_integrations.new")}
      of={page.name}
      t={t}
      back={{ href: path, label: t("admin_integrations.title") }}
    >
      <ul className="grid gap-2 sm:grid-cols-2 lg:grid-cols-3">
        {OFFERED.map((name) => (
          <li key={name}>
            <Link href={`${path}/new?kind=${name}`} className="choice h-full items-start!">
              <span className="min-w-0">
                <span className="block font-medium">{vendorOf(name)}</span>
                <span className="block text-muted text-sm">
                  {t(`admin_integrations.purpose.${kindOf(name).purpose}`)}
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Screen>
  );
}
