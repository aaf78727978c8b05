import Link from "next/link";
import { notFound } from "next/navigation";
import { ConfirmDialog } from "#app/_ui/admin/confirm-dialog.tsx";
import { ActionForm, Submit } from "#app/_ui/admin/form.tsx";
import { Screen } from "#app/_ui/admin/screen.tsx";
import { FormFoot, Section } from "#app/_ui/admin/section.tsx";
import { ShowOnceForm } from "#app/_ui/admin/show-once-form.tsx";
import { found, openAdmin } from "#app/(admin)/_shared/open.ts";
import { WebhookFields } from "#app/(admin)/pages/[subdomain]/integrations/webhooks/_ui.tsx";
import {
  deleteWebhookAction,
  rotateSecretAction,
  sendTestAction,
  updateWebhookAction,
} from "#app/(admin)/pages/[subdomain]/integrations/webhooks/actions.ts";
import { WebhookParams } from "#lib/api/body.ts";
import { getWebhook } from "#lib/notifications/webhooks/webhooks.ts";
import { shortUrl } from "#lib/platform/crypto/mask.ts";

type Props = { params: Promise<{ subdomain: string; webhook_id: string }> };

export default async function WebhookPage({ params }: Props) {
  const route = await params;
  const { ctx, may, t } = await openAdmin(route.subdomain);
  const target = WebhookParams.safeParse(route);
  if (!target.success || !may("webhook.write")) notFound();
  const webhook = await found(getWebhook(ctx, target.data));
  const { subdomain } = target.data;
  const { host } = new URL(webhook.url);
  const base = `/pages/${subdomain}`;
  return (
    <Screen
      title={shortUrl(webhook.url)}
      of={t("admin_webhooks.title")}
      t={t}
      back={{ href: `${base}/integrations/webhooks`, label: t("admin_webhooks.title") }}
      actions={
        <>
          <Link href={`${base}/deliveries?webhook_id=${webhook.id}`} className="button">
            {t("admin_webhooks.log")}
          </Link>
          <ActionForm action={sendTestAction} hidden={target.data}>
            <Submit className="button">{t("admin_webhooks.test")}</Submit>
          </ActionForm>
        </>
      }
    >
      <ActionForm
        action={updateWebhookAction}
        hidden={target.data}
        draft={`${subdomain}/webhooks/${webhook.id}`}
      >
        <Section title={t("admin_webhooks.one")}>
          <WebhookFields webhook={webhook} t={t} />
        </Section>
        <FormFoot>
          <Submit busy={t("admin_kit.saving")}>{t("admin_kit.save")}</Submit>
        </FormFoot>
      </ActionForm>
      <Section title={t("admin_webhooks.signing")} text={t("admin_webhooks.secret_text")}>
        <ShowOnceForm action={rotateSecretAction} hidden={target.data}>
          <Submit className="button">{t("admin_webhooks.rotate")}</Submit>
        </ShowOnceForm>
      </Section>
      <Section title={t("admin_webhooks.delete")} text={t("admin_webhooks.delete_text")}>
        <ConfirmDialog
          trigger={
            <button type="button" className="button button-danger">
              {t("admin_webhooks.delete")}
            </button>
          }
          title={t("admin_webhooks.delete")}
          text={t("admin_webhooks.delete_text")}
          name={host}
          action={deleteWebhookAction}
          hidden={target.data}
          submit={t("admin_webhooks.delete")}
        />
      </Section>
    </Screen>
  );
}
