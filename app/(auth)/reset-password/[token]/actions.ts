"use server";
import { redirect } from "next/navigation";
import { parseInput } from "#lib/core/fields/validation.ts";
import { refusal } from "#lib/core/forms/errors.ts";
import { formIn, textIn } from "#lib/core/forms/read.ts";
import { EMPTY, type FormState } from "#lib/core/forms/state.ts";
import { requestContext } from "#lib/core/request/context.ts";
import { endSession, localeOf } from "#lib/identity/sessions/session.ts";
import { NewPassword, setNewPassword } from "#lib/identity/sign-in/password-reset.ts";
import { AppError } from "#lib/platform/errors/errors.ts";
import { translator } from "#lib/platform/i18n/translator.ts";

/** Sets a new password for whoever holds the link. */
export async function resetAction(_state: FormState, sent: FormData): Promise<FormState> {
  const form = formIn(sent);
  const t = translator(await localeOf(null));
  const ctx = requestContext();
  const token = textIn(form, "token") ?? "";
  try {
    const input = parseInput(NewPassword, { new_password: textIn(form, "new_password") });
    await setNewPassword(ctx, token, input);
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found")
      return { ...EMPTY, message: t("admin_account.reset.gone") };
    return { ...EMPTY, ...refusal(error, t, ctx.request_id) };
  }
  await endSession();
  redirect("/sign-in?new_password=1");
}
