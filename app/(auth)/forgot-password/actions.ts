"use server";
import { redirect } from "next/navigation";
import { refusal } from "#lib/core/forms/errors.ts";
import { addressIn, formIn, valuesOf } from "#lib/core/forms/read.ts";
import { EMPTY, type FormState } from "#lib/core/forms/state.ts";
import { requestContext } from "#lib/core/request/context.ts";
import { localeOf } from "#lib/identity/sessions/session.ts";
import { requestPasswordReset } from "#lib/identity/sign-in/password-reset.ts";
import { translator } from "#lib/platform/i18n/translator.ts";

/** Mails a link; the answer does not reveal whether there is such an account. */
export async function forgotAction(_state: FormState, sent: FormData): Promise<FormState> {
  const form = formIn(sent);
  const locale = await localeOf(null);
  const t = translator(locale);
  const ctx = requestContext();
  const email = addressIn(form, "email") ?? "";
  if (!email.includes("@"))
    return { ...EMPTY, fields: { email: t("admin.errors.blank") }, values: valuesOf(form) };
  try {
    await requestPasswordReset(ctx, email, locale);
  } catch (error) {
    return { ...EMPTY, ...refusal(error, t, ctx.request_id), values: valuesOf(form) };
  }
  redirect("/forgot-password?sent=1");
}
