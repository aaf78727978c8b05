"use server";
import { redirect } from "next/navigation";
import { ownPath } from "#lib/auth/own-path.ts";
import { asksForCaptcha } from "#lib/captcha/asks.ts";
import { isSolved } from "#lib/captcha/challenge.ts";
import { askForCode, CODE_TRIES, signInByCode } from "#lib/captcha/codes.ts";
import { type Context, requestContext } from "#lib/context.ts";
import { refusal } from "#lib/forms/errors.ts";
import { textIn, valuesOf } from "#lib/forms/read.ts";
import { EMPTY, type FormState } from "#lib/forms/state.ts";
import { type Locale, type Translate, translator } from "#lib/i18n/translator.ts";
import { fieldsOf, type Wish, wishIn } from "#lib/page-sessions/wish.ts";
import { endSession, localeOf, startSession } from "#lib/sessions/session.ts";
import { type Credentials, signIn } from "#lib/sign-in/sign-in.ts";
import { codeToken, forgetCodeToken, keepCodeToken } from "./_code-cookie.ts";

type Refused = Pick<FormState, "fields" | "message">;
type Attempt = {
  ctx: Context;
  credentials: Credentials;
  wish: Wish | null;
  /** The solution of the captcha. */
  solution: string;
  t: Translate;
  locale: Locale;
};

/** Where the browser goes on to, or what is wrong. */
type Result = { path: string } | Refused;

const refused = (message: string): Refused => ({ fields: {}, message });

function throttled(t: Translate, seconds: number): Refused {
  return refused(t("admin.sign_in.throttled", { minutes: Math.ceil(seconds / 60) }));
}

async function byPassword({ ctx, credentials, t }: Attempt, path: string): Promise<Result> {
  const { user, wait_seconds } = await signIn(ctx, credentials);
  if (wait_seconds > 0) return throttled(t, wait_seconds);
  if (!user) return refused(t("admin.sign_in.wrong"));
  await startSession(user);
  return { path };
}

async function byCode({ ctx, credentials, t, locale }: Attempt, wish: Wish): Promise<Result> {
  const asked = await askForCode(ctx, { subdomain: wish.subdomain }, credentials, locale);
  if (asked.token === null) return throttled(t, asked.wait_seconds);
  await keepCodeToken(asked.token);
  return { path: `/sign-in/code?${queryOf(wish)}` };
}

async function attempt(tried: Attempt, path: string): Promise<Result> {
  const { ctx, wish, solution, t } = tried;
  const { email, password } = tried.credentials;
  if (!email || !password) return refused(t("admin.sign_in.missing"));
  try {
    if (!wish || !(await asksForCaptcha(ctx, { subdomain: wish.subdomain })))
      return await byPassword(tried, path);
    if (!solution) return await byCode(tried, wish);
    if (!(await isSolved(ctx.db, solution))) return refused(t("access.captcha.failed"));
    return await byPassword(tried, path);
  } catch (error) {
    return refusal(error, t, ctx.request_id);
  }
}

export async function signInAction(_state: FormState, form: FormData): Promise<FormState> {
  const locale = await localeOf(null);
  const wish = wishIn(Object.fromEntries(form));
  const path = wish ? `/sign-in/continue?${queryOf(wish)}` : ownPath(textIn(form, "next") ?? "");
  const result = await attempt(
    {
      ctx: requestContext(),
      credentials: { email: textIn(form, "email") ?? "", password: textIn(form, "password") ?? "" },
      wish,
      solution: textIn(form, "altcha") ?? "",
      t: translator(locale),
      locale,
    },
    path,
  );
  if ("path" in result) redirect(result.path);
  return { ...EMPTY, ...result, values: valuesOf(form) };
}

/** Signs in by the code that was mailed to whoever gave the right password before. */
export async function codeAction(_state: FormState, form: FormData): Promise<FormState> {
  const t = translator(await localeOf(null));
  const wish = wishIn(Object.fromEntries(form));
  if (!wish) redirect("/sign-in");
  const ctx = requestContext();
  try {
    const user = await signInByCode(ctx, await codeToken(), textIn(form, "code") ?? "");
    if (!user) return { ...EMPTY, ...refused(t("access.code.wrong", { tries: CODE_TRIES })) };
    await startSession(user);
  } catch (error) {
    return { ...EMPTY, ...refusal(error, t, ctx.request_id) };
  }
  await forgetCodeToken();
  redirect(`/sign-in/continue?${queryOf(wish)}`);
}

function queryOf(wish: Wish): URLSearchParams {
  return new URLSearchParams(fieldsOf(wish));
}

/** @param form may say where whoever signs in next wants to be */
export async function signOutAction(form: FormData): Promise<void> {
  await endSession();
  const wish = wishIn(Object.fromEntries(form));
  redirect(`/sign-in?${wish ? queryOf(wish) : "signed_out=1"}`);
}
