import { Field } from "#app/_ui/admin/field.tsx";
import { ActionForm, Submit } from "#app/_ui/admin/form.tsx";
import { Section } from "#app/_ui/admin/section.tsx";
import {
  type KindName,
  testedTo,
  verifyingText,
} from "#app/(admin)/pages/[subdomain]/integrations/_kinds.ts";
import { testIntegrationAction } from "#app/(admin)/pages/[subdomain]/integrations/actions.ts";
import type { Translate } from "#lib/i18n/translator.ts";
import type { getIntegrationHealth } from "#lib/integrations/health.ts";

type Props = {
  name: KindName;
  health: Awaited<ReturnType<typeof getIntegrationHealth>>;
  hidden: Record<string, string | number>;
  /** A wire time as it is shown. */
  time: (time: string) => string;
  t: Translate;
};

/** Whether an integration works: a test, what came of the last one, where its provider calls. */
export function IntegrationHealth({ name, health, hidden, time, t }: Props) {
  const to = testedTo(name);
  const { checked_at, last_error, callback_url } = health;
  const verifying = verifyingText(name);
  return (
    <>
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
          {checked_at && (
            <p className="mt-3 text-sm">
              {last_error === null
                ? t("admin_integrations.test.worked", { time: time(checked_at) })
                : t("admin_integrations.test.broke", {
                    time: time(checked_at),
                    reason: last_error,
                  })}
            </p>
          )}
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
