import { redirect } from "next/navigation";
import { Field } from "#app/_ui/admin/field.tsx";
import { ActionForm, Submit } from "#app/_ui/admin/form.tsx";
import { NoAccess } from "#app/(auth)/_ui/no-access.tsx";
import { Screen } from "#app/(auth)/_ui/screen.tsx";
import { ownPath } from "#lib/auth/own-path.ts";
import { asksForCaptcha } from "#lib/captcha/asks.ts";
import { requestContext } from "#lib/context.ts";
import { type Translate, translator } from "#lib/i18n/translator.ts";
import { fieldsOf, type Wish, wishIn } from "#lib/page-sessions/wish.ts";
import { findFace } from "#lib/public-page/gate/face.ts";
import { currentSession, localeOf } from "#lib/sessions/session.ts";
import type { Session } from "#lib/sessions/session-token.ts";
import { AskedForCaptcha } from "./_asked.tsx";
import { goOn } from "./_go-on.ts";
import { signInAction } from "./actions.ts";

type Query = Record<string, string | string[] | undefined>;
type Props = { searchParams: Promise<Query> };

/** Somebody who is signed in goes on to where they want to be. */
async function onward(session: Session, wish: Wish | null, next: string) {
  if (!wish) redirect(ownPath(next));
  const url = await goOn(session, wish);
  if (url !== null) redirect(url);
  const t = translator(await localeOf(session.user));
  return <NoAccess email={session.user.email} wish={wish} t={t} />;
}

async function titleFor(wish: Wish | null, t: Translate): Promise<string> {
  const face = wish && (await findFace(requestContext(), { subdomain: wish.subdomain }));
  return face ? t("access.sign_in.to", { name: face.name }) : t("admin.sign_in.title");
}

export default async function SignInPage({ searchParams }: Props) {
  const asked = await searchParams;
  const next = typeof asked.next === "string" ? asked.next : "";
  const wish = wishIn(asked);
  const session = await currentSession();
  if (session) return onward(session, wish, next);
  const locale = await localeOf(null);
  const t = translator(locale);
  const isAsked = wish !== null && (await asksForCaptcha(requestContext(), wish));
  return (
    <Screen title={await titleFor(wish, t)} t={t}>
      {asked.signed_out && (
        <p role="status" className="mb-4 text-muted">
          {t("admin.sign_in.signed_out")}
        </p>
      )}
      <ActionForm
        action={signInAction}
        hidden={wish ? fieldsOf(wish) : { next }}
        className="space-y-4"
      >
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
        {isAsked && <AskedForCaptcha locale={locale} />}
        <Submit className="button button-primary w-full">{t("admin.sign_in.submit")}</Submit>
      </ActionForm>
      <p className="mt-6 text-muted text-sm">
        {wish ? t("access.sign_in.forgotten") : t("admin.sign_in.forgotten")}
      </p>
    </Screen>
  );
}
