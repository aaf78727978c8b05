import { Screen } from "#app/_ui/account/screen.tsx";
import { Field } from "#app/_ui/admin/field.tsx";
import { ActionForm, Submit } from "#app/_ui/admin/form.tsx";
import { ZoneField } from "#app/_ui/admin/zone-field.tsx";
import { zoneOptions } from "#app/_ui/admin/zones.ts";
import { requestContext } from "#lib/core/request/context.ts";
import { localeOf } from "#lib/identity/sessions/session.ts";
import { isFirstRun } from "#lib/pages/first-run/set-up.ts";
import { env } from "#lib/platform/config/env.ts";
import { type Translate, translator } from "#lib/platform/i18n/translator.ts";
import { PublishField } from "./_fields.tsx";
import { setUpAction } from "./actions.ts";

type Props = { params: Promise<{ token: string }> };

function Owner({ t }: { t: Translate }) {
  return (
    <>
      <Field name="name" label={t("admin_first_run.name")} autoComplete="name" />
      <Field
        name="email"
        type="email"
        label={t("admin_first_run.email")}
        autoComplete="username"
        required
      />
      <Field
        name="password"
        type="password"
        label={t("admin_first_run.password")}
        hint={t("admin_first_run.password_hint")}
        autoComplete="new-password"
        required
      />
    </>
  );
}

function Page({ t }: { t: Translate }) {
  const { PAGES_DOMAIN: domain } = env();
  return (
    <>
      <Field
        name="organization"
        label={t("admin_first_run.organization")}
        hint={t("admin_first_run.organization_hint")}
        autoComplete="organization"
        required
      />
      <Field
        name="page_url"
        label={t("admin_first_run.page_url")}
        hint={t("admin_first_run.page_url_hint")}
        autoComplete="url"
        required
      />
      <Field
        name="subdomain"
        label={t("admin_first_run.subdomain")}
        hint={t("admin_first_run.subdomain_hint", { domain })}
        autoComplete="off"
      />
      <ZoneField
        label={t("admin_first_run.time_zone")}
        hint={t("admin_first_run.time_zone_hint")}
        options={zoneOptions()}
      />
      <PublishField
        legend={t("admin_first_run.publish.legend")}
        draft={t("admin_first_run.publish.later")}
        now={t("admin_first_run.publish.now")}
      />
    </>
  );
}

export default async function SetUpPage({ params }: Props) {
  const { token } = await params;
  const t = translator(await localeOf(null));
  if (!(await isFirstRun(requestContext(), token))) {
    return (
      <Screen title={t("admin_first_run.gone")} t={t}>
        <p className="mb-6">{t("admin_first_run.gone_text")}</p>
        <a href="/sign-in" className="button button-primary w-full">
          {t("admin_first_run.sign_in")}
        </a>
      </Screen>
    );
  }
  return (
    <Screen title={t("admin_first_run.title")} t={t}>
      <p className="mb-6">{t("admin_first_run.text")}</p>
      <ActionForm action={setUpAction} hidden={{ token }} className="space-y-4">
        <h2 className="font-semibold text-lg">{t("admin_first_run.you")}</h2>
        <Owner t={t} />
        <h2 className="pt-4 font-semibold text-lg">{t("admin_first_run.page")}</h2>
        <Page t={t} />
        <Submit className="button button-primary w-full">{t("admin_first_run.submit")}</Submit>
      </ActionForm>
    </Screen>
  );
}
