import Link from "next/link";
import { AreaTexts } from "#app/_ui/admin/area-texts.tsx";
import { Screen } from "#app/_ui/admin/screen.tsx";
import { Section } from "#app/_ui/admin/section.tsx";
import { found } from "#app/(admin)/_shared/open.ts";
import { openWriter } from "#app/(admin)/pages/[subdomain]/settings/_open.ts";
import { SettingSections } from "#app/(admin)/pages/[subdomain]/settings/_ui/sections.tsx";
import type { Translate } from "#lib/platform/i18n/translator.ts";
import { MailPreview } from "./_ui/preview.tsx";

type Props = { params: Promise<{ subdomain: string }> };

/** Variables of templates; the texts explain them. */
const VARIABLES = {
  v1: "page.name, page.url",
  v2: "lang, dir",
  v3: "light.…, dark.…",
  v4: "logo.url",
  v5: "subject, heading, paragraphs, notes",
  v6: "button.url, button.label",
  v7: "content",
  v8: "state.label, rows, said.html, links",
  v9: "incident.title, .type, .kind, .url, .services, .starts_at_text, .ends_at_text",
  v10: "update.type, .html, .text, .posted_at_text",
  v11: "manage_url, unsubscribe_url",
  v12: "confirm_url, what",
  v13: "subscriber.email, subscriber.metadata.…",
} as const;

function Variables({ t }: { t: Translate }) {
  const all = Object.entries(VARIABLES) as [keyof typeof VARIABLES, string][];
  return (
    <Section title={t("admin_emails.variables.title")} text={t("admin_emails.variables.text")}>
      <dl className="space-y-2 text-sm">
        {all.map(([key, names]) => (
          <div key={key}>
            <dt>
              <code className="break-words">{names}</code>
            </dt>
            <dd className="text-muted">{t(`admin_emails.variables.${key}`)}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

export default async function EmailsPage({ params }: Props) {
  const { subdomain } = await params;
  const { admin } = await found(openWriter(subdomain));
  const { t, page, locale, user } = admin;
  const saved = {
    email_layout_template: page.email_layout_template ?? "",
    email_notification_template: page.email_notification_template ?? "",
    email_confirmation_template: page.email_confirmation_template ?? "",
  };
  return (
    <Screen
      title={t("admin_emails.title")}
      of={page.name}
      t={t}
      actions={
        <Link href={`/pages/${subdomain}/emails/kept`} className="button">
          {t("admin_emails.kept.title")}
        </Link>
      }
    >
      <AreaTexts locale={locale} areas={["admin_emails"]}>
        <MailPreview subdomain={subdomain} saved={saved} email={user.email} />
        <SettingSections admin={admin} area="admin_emails" />
        <Variables t={t} />
      </AreaTexts>
    </Screen>
  );
}
