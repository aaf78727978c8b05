"use server";
import { redirect } from "next/navigation";
import { forget, keep, kept } from "#app/_ui/account/cookies.ts";
import { type Onward, onwardIn, withOnward } from "#app/_ui/account/onward.ts";
import { refusal } from "#lib/core/forms/errors.ts";
import { addressIn, formIn, textIn, valuesOf } from "#lib/core/forms/read.ts";
import { EMPTY, type FormState } from "#lib/core/forms/state.ts";
import { type Context, requestContext } from "#lib/core/request/context.ts";
import { localeOf, requireHttps } from "#lib/identity/sessions/session.ts";
import { finishSecondStep } from "#lib/identity/sign-in/second-step.ts";
import { type Credentials, checkCredentials } from "#lib/identity/sign-in/sign-in.ts";
import { failuresRequireCaptcha, isSolved, pageRequiresCaptcha } from "#lib/pages/captcha.ts";
import { CODE_MINUTES, CODE_TRIES, requestCode, signInByCode } from "#lib/pages/sign-in-codes.ts";
import { type Locale, type Translate, translator } from "#lib/platform/i18n/translator.ts";
import { enter, enterByPassword } from "./_enter.ts";

type Refused = Pick<FormState, "fields" | "message">;
type Attempt = {
  ctx: Context;
  credentials: Credentials;
  onward: Onward;
  /** The solution of the captcha, and whether the form had one. */
  solution: string;
  was_asked: boolean;
  t: Translate;
  locale: Locale;
};

/** Where the browser goes on to, or what is wrong. */
type Result = { path: string } | Refused;

const refused = (message: string): Refused => ({ fields: {}, message });

function throttled(t: Translate, seconds: number): Refused {
  return refused(t("admin.sign_in.throttled", { minutes: Math.ceil(seconds / 60) }));
}

async function byPassword({ ctx, credentials, onward, t }: Attempt): Promise<Result> {
  const { user, wait_seconds } = await checkCredentials(ctx, credentials);
  if (wait_seconds > 0) return throttled(t, wait_seconds);
  if (!user) return refused(t("admin.sign_in.wrong"));
  return { path: await enterByPassword(ctx, user, onward) };
}

async function byCode({ ctx, credentials, onward, t, locale }: Attempt): Promise<Result> {
  const asked = await requestCode(ctx, onward.wish, credentials, locale);
  if (asked.token === null) return throttled(t, asked.wait_seconds);
  await keep("code", asked.token, CODE_MINUTES);
  return { path: withOnward("/sign-in/code", onward) };
}

async function isAsked({ ctx, credentials, onward: { wish } }: Attempt): Promise<boolean> {
  return (
    (wish !== null && (await pageRequiresCaptcha(ctx, { subdomain: wish.subdomain }))) ||
    failuresRequireCaptcha(ctx, credentials.email)
  );
}

async function attempt(tried: Attempt): Promise<Result> {
  const { ctx, solution, was_asked, t } = tried;
  const { email, password } = tried.credentials;
  if (!email || !password) return refused(t("admin.sign_in.missing"));
  try {
    await requireHttps();
    if (!(await isAsked(tried))) return await byPassword(tried);
    if (!was_asked) {
      const check = t("admin_account.sign_in.check");
      return { fields: { altcha: check }, message: check };
    }
    if (!solution) return await byCode(tried);
    if (!(await isSolved(ctx.db, solution))) return refused(t("access.captcha.failed"));
    return await byPassword(tried);
  } catch (error) {
    return refusal(error, t, ctx.request_id);
  }
}

export async function signInAction(_state: FormState, sent: FormData): Promise<FormState> {
  const form = formIn(sent);
  const locale = await localeOf(null);
  const result = await attempt({
    ctx: requestContext(),
    credentials: {
      email: addressIn(form, "email") ?? "",
      password: textIn(form, "password") ?? "",
    },
    onward: onwardIn(Object.fromEntries(form)),
    solution: textIn(form, "altcha") ?? "",
    was_asked: form.has("asked"),
    t: translator(locale),
    locale,
  });
  if ("path" in result) redirect(result.path);
  return { ...EMPTY, ...result, values: valuesOf(form) };
}

/** Goes on by the code that was mailed to whoever gave the right password before. */
export async function codeAction(_state: FormState, sent: FormData): Promise<FormState> {
  const form = formIn(sent);
  const t = translator(await localeOf(null));
  const ctx = requestContext();
  const onward = onwardIn(Object.fromEntries(form));
  let path: string;
  try {
    const user = await signInByCode(ctx, await kept("code"), textIn(form, "code") ?? "");
    if (!user) return { ...EMPTY, ...refused(t("access.code.wrong", { tries: CODE_TRIES })) };
    path = await enterByPassword(ctx, user, onward);
  } catch (error) {
    return { ...EMPTY, ...refusal(error, t, ctx.request_id) };
  }
  await forget("code");
  redirect(path);
}

/** Goes on by a code of the user's app, or a recovery code. */
export async function secondStepAction(_state: FormState, sent: FormData): Promise<FormState> {
  const form = formIn(sent);
  const t = translator(await localeOf(null));
  const ctx = requestContext();
  const onward = onwardIn(Object.fromEntries(form));
  let path = withOnward("/sign-in", onward);
  try {
    const step = await finishSecondStep(ctx, await kept("step"), textIn(form, "code") ?? "");
    if (step.user) path = await enter(ctx, step.user, "two_factor", onward);
    else if (step.wait_seconds > 0) {
      const minutes = Math.ceil(step.wait_seconds / 60);
      return { ...EMPTY, ...refused(t("admin_account.step.throttled", { minutes })) };
    } else if (!step.gone) {
      const text = step.lost ? "admin_account.step.lost" : "admin_account.step.wrong";
      return { ...EMPTY, ...refused(t(text)) };
    }
  } catch (error) {
    return { ...EMPTY, ...refusal(error, t, ctx.request_id) };
  }
  await forget("step");
  redirect(path);
}
