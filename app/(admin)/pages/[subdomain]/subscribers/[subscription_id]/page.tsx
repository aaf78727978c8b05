import Link from "next/link";
import { notFound } from "next/navigation";
import { AreaTexts } from "#app/_ui/admin/area-texts.tsx";
import { ConfirmDialog } from "#app/_ui/admin/confirm-dialog.tsx";
import { ActionForm, Submit } from "#app/_ui/admin/form.tsx";
import { Screen } from "#app/_ui/admin/screen.tsx";
import { Section } from "#app/_ui/admin/section.tsx";
import { ShowOnceForm } from "#app/_ui/admin/show-once-form.tsx";
import { type Admin, found, openAdmin } from "#app/(admin)/_shared/open.ts";
import { addressOf } from "#app/(admin)/pages/[subdomain]/subscribers/_address.ts";
import { readSubscriptionChoices } from "#app/(admin)/pages/[subdomain]/subscribers/_choices.ts";
import { SubscriptionForm } from "#app/(admin)/pages/[subdomain]/subscribers/_ui/form.tsx";
import {
  deleteSubscriptionAction,
  rotateSubscriptionSecretAction,
  testSubscriptionAction,
  updateSubscriptionAction,
} from "#app/(admin)/pages/[subdomain]/subscribers/actions.ts";
import {
  againText,
  Release,
  whyText,
} from "#app/(admin)/pages/[subdomain]/subscribers/quarantine/_ui.tsx";
import { SubscriptionParams } from "#lib/api/body.ts";
import { findQuarantine, type Quarantined } from "#lib/notifications/quarantine.ts";
import { maskAddress } from "#lib/subscribers/addresses.ts";
import { getSubscription, readConsent } from "#lib/subscribers/read.ts";

type Props = { params: Promise<{ subdomain: string; subscription_id: string }> };

export default async function SubscriberPage({ params }: Props) {
  const route = await params;
  const admin = await openAdmin(route.subdomain);
  const { ctx, may, t, locale, format } = admin;
  const target = SubscriptionParams.safeParse(route);
  if (!target.success || !may("subscription.write")) notFound();
  const subscription = await found(getSubscription(ctx, target.data));
  const quarantine = await found(findQuarantine(ctx, target.data));
  const { consent_at, consent_source } = await found(readConsent(ctx, target.data));
  const { subdomain } = route;
  const address = addressOf(subscription);
  const back = { href: `/pages/${subdomain}/subscribers`, label: t("admin_subscribers.title") };
  return (
    <Screen
      title={address}
      of={t("admin_subscribers.title")}
      t={t}
      back={back}
      actions={
        subscription.webhook_url && (
          <ActionForm action={testSubscriptionAction} hidden={target.data}>
            <Submit className="button">{t("admin_subscribers.test.send")}</Submit>
          </ActionForm>
        )
      }
    >
      {quarantine && <InQuarantine row={quarantine} admin={admin} />}
      <p className="mb-4 text-sm">
        <Link
          href={`/pages/${subdomain}/deliveries?subscription_id=${subscription.id}`}
          className="text-link hover:underline"
        >
          {t("admin_quarantine.messages")}
        </Link>
      </p>
      {consent_at && (
        <p className="mb-4 text-muted text-sm">
          {t("admin_subscribers.consent", {
            at: format.shortDateTime(consent_at),
            source: consent_source ?? "",
          })}
        </p>
      )}
      <AreaTexts locale={locale} areas={["admin_subscribers"]}>
        <SubscriptionForm
          action={updateSubscriptionAction}
          subdomain={subdomain}
          choices={await readSubscriptionChoices(admin, subscription)}
          subscription={maskAddress(subscription)}
        />
      </AreaTexts>
      {subscription.type === "webhook" && (
        <Section title={t("admin_webhooks.signing")} text={t("admin_subscribers.secret_text")}>
          <ShowOnceForm action={rotateSubscriptionSecretAction} hidden={target.data}>
            <Submit className="button">{t("admin_webhooks.rotate")}</Submit>
          </ShowOnceForm>
        </Section>
      )}
      <Section title={t("admin_subscribers.delete")} text={t("admin_subscribers.delete_text")}>
        <ConfirmDialog
          trigger={
            <button type="button" className="button button-danger">
              {t("admin_subscribers.delete")}
            </button>
          }
          title={t("admin_subscribers.delete")}
          text={t("admin_subscribers.delete_text")}
          name={address}
          action={deleteSubscriptionAction}
          hidden={target.data}
          submit={t("admin_subscribers.delete")}
        />
      </Section>
    </Screen>
  );
}

/** Why nothing is sent there, and what can be done about it. */
function InQuarantine({ row, admin }: { row: Quarantined; admin: Admin }) {
  const { page, t, format } = admin;
  return (
    <section
      aria-label={t("admin_quarantine.title")}
      className="mb-4 rounded-md border border-line bg-panel px-3 py-2 text-sm"
    >
      <p className="font-medium">{t(`admin_quarantine.sent.${row.kind}`)}</p>
      <p className="wrap-anywhere">{whyText(row, admin)}</p>
      <p className="text-muted">
        {row.at && t("admin_quarantine.since_time", { time: format.shortDateTime(row.at) })}
        {row.at && " · "}
        {againText(row, admin)}
      </p>
      <div className="mt-2 flex flex-wrap items-center gap-4">
        <Release row={row} admin={admin} />
        <Link
          href={`/pages/${page.subdomain}/subscribers/quarantine`}
          className="text-link hover:underline"
        >
          {t("admin_quarantine.all")}
        </Link>
      </div>
    </section>
  );
}
