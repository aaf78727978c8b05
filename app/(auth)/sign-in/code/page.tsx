import { redirect } from "next/navigation";
import { Field } from "#app/_ui/admin/field.tsx";
import { ActionForm, Submit } from "#app/_ui/admin/form.tsx";
import { Screen } from "#app/(auth)/_ui/screen.tsx";
import { codeToken } from "#app/(auth)/sign-in/_code-cookie.ts";
import { codeAction } from "#app/(auth)/sign-in/actions.ts";
import { CODE_MINUTES } from "#lib/captcha/codes.ts";
import { translator } from "#lib/i18n/translator.ts";
import { fieldsOf, wishIn } from "#lib/page-sessions/wish.ts";
import { localeOf } from "#lib/sessions/session.ts";

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** Asks for the code that was mailed. */
export default async function CodePage({ searchParams }: Props) {
  const wish = wishIn(await searchParams);
  if (!wish) redirect("/sign-in");
  const start = `/sign-in?${new URLSearchParams(fieldsOf(wish))}`;
  if (!(await codeToken())) redirect(start);
  const t = translator(await localeOf(null));
  return (
    <Screen title={t("access.code.title")} t={t}>
      <p className="mb-6">{t("access.code.text", { minutes: CODE_MINUTES })}</p>
      <ActionForm action={codeAction} hidden={fieldsOf(wish)} className="space-y-4">
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
