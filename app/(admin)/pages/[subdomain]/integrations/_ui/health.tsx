import { Field } from "#app/_ui/admin/field.tsx";
import { ActionForm, Submit } from "#app/_ui/admin/form.tsx";
import { Section } from "#app/_ui/admin/section.tsx";
import type { Admin } from "#app/(admin)/_shared/open.ts";
import {
  type KindName,
  testedTo,
  verifyingText,
} from "#app/(admin)/pages/[subdomain]/integrations/_kinds.ts";
import { testIntegrationAction } from "#app/(admin)/pages/[subdomain]/integrations/actions.ts";
import type { getIntegrationHealth } from "#lib/pages/integrations/health.ts";
import { HealthText } from "./health-text.tsx";

type Props = {
  name: KindName;
  health: Awaited<ReturnType<typeof getIntegrationHealth>>;
  hidden: Record<string, string | number>;
  admin: Admin;
};

/** Whether an integration works: a test, what came of the last one, where its provider calls. */
export function IntegrationHealth({ name, health, hidden, admin }: Props) {
  const { t } = admin;
  const to = testedTo(name);
  const { callback_url } = health;
  const verifying = verifyingText(name);
  return (
    <>
      {health.checked_at && (
        <Section title={t("admin_integrations.health.title")}>
          <p className="text-sm">
            <HealthText health={health} admin={admin} />
          </p>
        </Section>
      )}
      {to && (
        <Section
          title={t("admin_integrations.test.send")}
          text={t(`admin_integrations.test.${to}`)}
        >
          <ActionForm action={testIntegrationAction} hidden={hidden} className="space-y-3">
            {to === "phone_number" && (
              <Field
                name="phone_number"
                label={t("admin_integrations.test.to_number")}
                placeholder="+4915112345678"
              />
            )}
            <Submit className="button">{t("admin_integrations.test.send")}</Submit>
          </ActionForm>
        </Section>
      )}
      {callback_url && verifying && (
        <Section
          title={t("admin_integrations.callback.title")}
          text={t(`admin_integrations.callback.${verifying}`)}
        >
          <code className="break-all">{callback_url}</code>
        </Section>
      )}
    </>
  );
}
