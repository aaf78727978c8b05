import Link from "next/link";
import { notFound } from "next/navigation";
import { ActionForm, Submit } from "#app/_ui/admin/form.tsx";
import { Screen } from "#app/_ui/admin/screen.tsx";
import { openAdmin } from "#app/(admin)/_shared/open.ts";
import {
  isKind,
  kindOf,
  OFFERED,
  vendorOf,
} from "#app/(admin)/pages/[subdomain]/integrations/_kinds.ts";
import { CalendarFields } from "#app/(admin)/pages/[subdomain]/integrations/_ui/calendar.tsx";
import { IntegrationForm } from "#app/(admin)/pages/[subdomain]/integrations/_ui/form.tsx";
import { PasteField } from "#app/(admin)/pages/[subdomain]/integrations/_ui/paste.tsx";
import {
  createIntegrationAction,
  recogniseIntegrationAction,
} from "#app/(admin)/pages/[subdomain]/integrations/actions.ts";
import { isChat } from "#lib/channels/channel.ts";
import type { Translate } from "#lib/platform/i18n/translator.ts";

type Query = { kind?: string; chat?: string; unknown?: string } & Record<
  string,
  string | undefined
>;
type Props = {
  params: Promise<{ subdomain: string }>;
  searchParams: Promise<Query>;
};

export default async function NewIntegrationPage({ params, searchParams }: Props) {
  const { subdomain } = await params;
  const asked = await searchParams;
  const { kind } = asked;
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
          given={asked}
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
      <Paste subdomain={subdomain} asked={asked} t={t} />
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

type PasteProps = { subdomain: string; asked: Query; t: Translate };

/** Opens the form of whatever is pasted, or says where that belongs. */
function Paste({ subdomain, asked, t }: PasteProps) {
  const { chat, unknown } = asked;
  return (
    <div className="mb-6 max-w-xl space-y-3">
      <ActionForm
        action={recogniseIntegrationAction}
        hidden={{ subdomain }}
        className="flex flex-wrap items-start gap-2"
      >
        <div className="min-w-0 grow">
          <PasteField
            label={t("admin_integrations.paste.label")}
            hint={t("admin_integrations.paste.hint")}
          />
        </div>
        <Submit className="button sm:mt-7">{t("admin_integrations.paste.submit")}</Submit>
      </ActionForm>
      {unknown && <p className="note">{t("admin_integrations.paste.unknown")}</p>}
      {chat === "retired_teams" && <p className="note">{t("admin_integrations.paste.retired")}</p>}
      {isChat(chat) && (
        <p className="note">
          {t("admin_integrations.paste.chat", { chat: t(`admin_subscribers.type.${chat}`) })}{" "}
          <Link href={`/pages/${subdomain}/subscribers/new`} className="text-link hover:underline">
            {t("admin_integrations.paste.to_subscribers")}
          </Link>
        </p>
      )}
    </div>
  );
}
