import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { fieldsOfOnward, type Onward, onwardIn, withOnward } from "#app/_ui/account/onward.ts";
import { Screen } from "#app/_ui/account/screen.tsx";
import { Field } from "#app/_ui/admin/field.tsx";
import { ActionForm, Submit } from "#app/_ui/admin/form.tsx";
import { Logo } from "#app/_ui/logo.tsx";
import { NoAccess } from "#app/(auth)/_ui/no-access.tsx";
import { ownPath } from "#lib/core/addresses/url.ts";
import { requestContext } from "#lib/core/request/context.ts";
import { findProvider } from "#lib/identity/oidc/provider.ts";
import { currentSession, localeOf } from "#lib/identity/sessions/session.ts";
import type { Session } from "#lib/identity/sessions/session-token.ts";
import type { ReturnTarget } from "#lib/identity/visitor-sessions/session-handoff.ts";
import { failuresRequireCaptcha, pageRequiresCaptcha } from "#lib/pages/captcha.ts";
import { isEmptyServer } from "#lib/pages/first-run/set-up.ts";
import { findPageIdentity, type PageIdentity } from "#lib/pages/page-identity.ts";
import { env } from "#lib/platform/config/env.ts";
import { unexpectedHost } from "#lib/platform/http/hosts.ts";
import { type Translate, translator } from "#lib/platform/i18n/translator.ts";
import { AskedForCaptcha } from "./_asked.tsx";
import { goOn } from "./_go-on.ts";
import { OtherWays } from "./_other-ways.tsx";
import { signInAction } from "./actions.ts";

type Query = Record<string, string | string[] | undefined>;
type Props = { searchParams: Promise<Query> };

/** Somebody who is signed in goes on to where they want to be. */
async function goOnward(session: Session, onward: Onward) {
  if (session.is_weak) redirect(withOnward("/secure", onward));
  const { wish, next } = onward;
  if (!wish) redirect(ownPath(next));
  const url = await goOn(session, wish);
  if (url !== null) redirect(url);
  const t = translator(await localeOf(session.user));
  return <NoAccess email={session.user.email} wish={wish} t={t} />;
}

async function findWantedPage(wish: ReturnTarget | null): Promise<PageIdentity | null> {
  return wish && findPageIdentity(requestContext(), { subdomain: wish.subdomain });
}

/** The logo of the page that somebody wants to see, so that they know who asks for a password. */
function PageLogo({ face: { name, settings, pictures } }: { face: PageIdentity }) {
  return (
    <div className="mb-6 [&_img]:h-auto [&_img]:max-h-12 [&_img]:w-auto [&_img]:max-w-full">
      <Logo images={settings} brand={name} srcOf={(file) => pictures.get(file)} />
    </div>
  );
}

const PROBLEMS = [
  "failed",
  "unreachable",
  "misconfigured",
  "unverified",
  "taken",
  "elsewhere",
  "uninvited",
] as const;

/** The outcome of an earlier step. */
function Before({ asked, t }: { asked: Query; t: Translate }) {
  const problem = PROBLEMS.find((known) => known === asked.oidc);
  const name = findProvider(asked.provider ?? 1)?.name ?? "";
  if (problem)
    return (
      <p role="alert" className="mb-4 border-major border-l-4 bg-panel px-3 py-2 font-medium">
        {t(`admin_account.sign_in.oidc_${problem}`, { name })}
      </p>
    );
  if (!asked.signed_out && !asked.new_password) return null;
  return (
    <p role="status" className="mb-4 text-muted">
      {asked.new_password
        ? t("admin_account.sign_in.new_password_set")
        : t("admin.sign_in.signed_out")}
    </p>
  );
}

/** Signing in works only at APP_URL; a proxy that hides the host shows this for every page. */
async function WrongHost({ t }: { t: Translate }) {
  const host = unexpectedHost((await headers()).get("host"));
  if (host === null) return null;
  return (
    <p role="alert" className="mb-4 border-major border-l-4 bg-panel px-3 py-2">
      {t("admin.sign_in.wrong_host", { host, url: env().APP_URL })}
    </p>
  );
}

async function isAsked({ wish }: Onward): Promise<boolean> {
  const ctx = requestContext();
  return (wish !== null && (await pageRequiresCaptcha(ctx, wish))) || failuresRequireCaptcha(ctx);
}

/** Nobody can sign in before the server is set up. */
function NotSetUp({ t }: { t: Translate }) {
  return (
    <Screen title={t("admin_first_run.empty")} t={t}>
      <p className="mb-4">{t("admin_first_run.empty_text")}</p>
      <p className="text-muted">{t("admin_first_run.empty_hint")}</p>
    </Screen>
  );
}

/** A provider brings `state` back from a sign-out there. */
function readQuery({ state, ...query }: Query): Query {
  return typeof state === "string" ? Object.fromEntries(new URLSearchParams(state)) : query;
}

export default async function SignInPage({ searchParams }: Props) {
  const asked = readQuery(await searchParams);
  const onward = onwardIn(asked);
  const session = await currentSession();
  if (session) return goOnward(session, onward);
  const locale = await localeOf(null);
  const t = translator(locale);
  if (await isEmptyServer(requestContext())) return <NotSetUp t={t} />;
  const face = await findWantedPage(onward.wish);
  const title = face ? t("access.sign_in.to", { name: face.name }) : t("admin.sign_in.title");
  return (
    <Screen title={title} brand={face?.settings.logo && <PageLogo face={face} />} t={t}>
      <WrongHost t={t} />
      <Before asked={asked} t={t} />
      <ActionForm action={signInAction} hidden={fieldsOfOnward(onward)} className="space-y-4">
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
        <AskedForCaptcha locale={locale} isAsked={await isAsked(onward)} />
        <Submit className="button button-primary w-full">{t("admin.sign_in.submit")}</Submit>
      </ActionForm>
      <OtherWays onward={onward} t={t} />
      <p className="mt-6 text-sm">
        <a href="/forgot-password" className="underline">
          {t("admin_account.sign_in.forgot")}
        </a>
      </p>
    </Screen>
  );
}
