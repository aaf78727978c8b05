"use server";
import { redirect } from "next/navigation";
import { refusal } from "#lib/core/forms/errors.ts";
import { formIn, textIn } from "#lib/core/forms/read.ts";
import { EMPTY, type FormState } from "#lib/core/forms/state.ts";
import { requestContext } from "#lib/core/request/context.ts";
import { stopAddressChange } from "#lib/identity/profile/change-address.ts";
import { localeOf } from "#lib/identity/sessions/session.ts";
import { AppError } from "#lib/platform/errors/errors.ts";
import { translator } from "#lib/platform/i18n/translator.ts";

/** Ends the links to new addresses of an account. */
export async function stopAddressAction(_state: FormState, sent: FormData): Promise<FormState> {
  const t = translator(await localeOf(null));
  const ctx = requestContext();
  try {
    await stopAddressChange(ctx, textIn(formIn(sent), "token") ?? "");
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found")
      return { ...EMPTY, message: t("admin_account.reset.gone") };
    return { ...EMPTY, message: refusal(error, t, ctx.request_id).message };
  }
  redirect("/forgot-password?stopped=1");
}
