import { redirect } from "next/navigation";
import { kept } from "#app/_ui/account/cookies.ts";
import { fieldsOfOnward, onwardIn, withOnward } from "#app/_ui/account/onward.ts";
import { Screen } from "#app/_ui/account/screen.tsx";
import { Field } from "#app/_ui/admin/field.tsx";
import { ActionForm, Submit } from "#app/_ui/admin/form.tsx";
import { codeAction } from "#app/(auth)/sign-in/actions.ts";
import { localeOf } from "#lib/identity/sessions/session.ts";
import { CODE_MINUTES } from "#lib/pages/sign-in-codes.ts";
import { translator } from "#lib/platform/i18n/translator.ts";

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** Asks for the code that was mailed. */
export default async function CodePage({ searchParams }: Props) {
  const onward = onwardIn(await searchParams);
  const start = withOnward("/sign-in", onward);
  if (!(await kept("code"))) redirect(start);
  const t = translator(await localeOf(null));
  return (
    <Screen title={t("access.code.title")} t={t}>
      <p className="mb-6">{t("access.code.text", { minutes: CODE_MINUTES })}</p>
      <ActionForm action={codeAction} hidden={fieldsOfOnward(onward)} className="space-y-4">
        <Field
          name="code"
          label={t("access.code.label")}
          autoComplete="one-time-code"
          inputMode="numeric"
          required
        />
        <Submit className="button button-primary w-full">{t("access.code.submit")}</Submit>
      </ActionForm>
      <p className="mt-6 text-sm">
        <a href={start} className="underline">
          {t("access.code.again")}
        </a>
      </p>
    </Screen>
  );
}
