"use server";
import { redirect } from "next/navigation";
import { ownPath } from "#lib/auth/own-path.ts";
import { requestContext } from "#lib/context.ts";
import { refusal } from "#lib/forms/errors.ts";
import { textIn, valuesOf } from "#lib/forms/read.ts";
import { EMPTY, type FormState } from "#lib/forms/state.ts";
import { type Translate, translator } from "#lib/i18n/translator.ts";
import { fieldsOf, wishIn } from "#lib/page-sessions/wish.ts";
import { endSession, localeOf, startSession } from "#lib/sessions/session.ts";
import { signIn } from "#lib/sign-in/sign-in.ts";

async function attempt(
  email: string,
  password: string,
  t: Translate,
): Promise<Pick<FormState, "fields" | "message"> | null> {
  if (!email || !password) return { fields: {}, message: t("admin.sign_in.missing") };
  const ctx = requestContext();
  try {
    const found = await signIn(ctx, { email, password });
    if (found.user) {
      await startSession(found.user);
      return null;
    }
    const minutes = Math.ceil(found.wait_seconds / 60);
    return {
      fields: {},
      message: minutes > 0 ? t("admin.sign_in.throttled", { minutes }) : t("admin.sign_in.wrong"),
    };
  } catch (error) {
    return refusal(error, t, ctx.request_id);
  }
}

export async function signInAction(_state: FormState, form: FormData): Promise<FormState> {
  const t = translator(await localeOf(null));
  const refused = await attempt(textIn(form, "email") ?? "", textIn(form, "password") ?? "", t);
  if (refused) return { ...EMPTY, ...refused, values: valuesOf(form) };
  const wish = wishOf(form);
  redirect(wish ? `/sign-in/continue?${wish}` : ownPath(textIn(form, "next") ?? ""));
}

function wishOf(form: FormData): URLSearchParams | null {
  const wish = wishIn(Object.fromEntries(form));
  return wish && new URLSearchParams(fieldsOf(wish));
}

/** @param form may say where whoever signs in next wants to be */
export async function signOutAction(form: FormData): Promise<void> {
  await endSession();
  redirect(`/sign-in?${wishOf(form) ?? "signed_out=1"}`);
}
