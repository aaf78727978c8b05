import { redirect } from "next/navigation";
import { Field } from "#app/_ui/admin/field.tsx";
import { ActionForm, Submit } from "#app/_ui/admin/form.tsx";
import { translator } from "#lib/i18n/translator.ts";
import { currentUser, localeOf } from "#lib/sessions/session.ts";
import { signInAction } from "./actions.ts";

type Props = { searchParams: Promise<{ next?: string; signed_out?: string }> };

export default async function SignInPage({ searchParams }: Props) {
  const { next = "", signed_out } = await searchParams;
  if (await currentUser()) redirect("/");
  const t = translator(await localeOf(null));
  return (
    <main
      id="content"
      className="mx-auto flex min-h-dvh max-w-sm flex-col justify-center px-4 py-12"
    >
      <title>{t("admin.title", { title: t("admin.sign_in.title") })}</title>
      <p className="mb-6 font-semibold text-muted">{t("admin.product")}</p>
      <h1 className="mb-6 font-semibold text-2xl">{t("admin.sign_in.title")}</h1>
      {signed_out && (
        <p role="status" className="mb-4 text-muted">
          {t("admin.sign_in.signed_out")}
        </p>
      )}
      <ActionForm action={signInAction} hidden={{ next }} className="space-y-4">
        <Field
          name="email"
          type="email"
          label={t("admin.sign_in.email")}
          autoComplete="username"
          required
        />
        <Field
          name="password"
          type="password"
          label={t("admin.sign_in.password")}
          autoComplete="current-password"
          required
        />
        <Submit className="button button-primary w-full">{t("admin.sign_in.submit")}</Submit>
      </ActionForm>
      <p className="mt-6 text-muted text-sm">{t("admin.sign_in.forgotten")}</p>
    </main>
  );
}
