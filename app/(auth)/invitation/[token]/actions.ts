"use server";
import { redirect } from "next/navigation";
import { requestContext } from "#lib/context.ts";
import { refusal } from "#lib/forms/errors.ts";
import { textIn, valuesOf } from "#lib/forms/read.ts";
import { EMPTY, type FormState } from "#lib/forms/state.ts";
import { translator } from "#lib/i18n/translator.ts";
import { acceptInvitation } from "#lib/members/accept.ts";
import { AcceptInvitation } from "#lib/members/schema.ts";
import { currentUser, localeOf, startSession, userContext } from "#lib/sessions/session.ts";
import { parseInput } from "#lib/validation.ts";

export async function acceptAction(_state: FormState, form: FormData): Promise<FormState> {
  const t = translator(await localeOf(null));
  const user = await currentUser();
  const ctx = user ? userContext(user) : requestContext();
  try {
    const input = parseInput(AcceptInvitation, {
      name: textIn(form, "name"),
      password: textIn(form, "password"),
    });
    await startSession(await acceptInvitation(ctx, textIn(form, "token") ?? "", input));
  } catch (error) {
    return { ...EMPTY, ...refusal(error, t, ctx.request_id), values: valuesOf(form) };
  }
  redirect("/");
}
