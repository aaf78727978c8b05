"use server";
import { redirect } from "next/navigation";
import { enterByPassword } from "#app/(auth)/sign-in/_enter.ts";
import { parseInput } from "#lib/core/fields/validation.ts";
import { refusal } from "#lib/core/forms/errors.ts";
import { formIn, textIn, valuesOf } from "#lib/core/forms/read.ts";
import { EMPTY, type FormState } from "#lib/core/forms/state.ts";
import { requestContext } from "#lib/core/request/context.ts";
import { acceptInvitation } from "#lib/identity/members/invitations.ts";
import { AcceptInvitation } from "#lib/identity/members/schema.ts";
import {
  currentSession,
  localeOf,
  requireHttps,
  sessionContextOf,
} from "#lib/identity/sessions/session.ts";
import { translator } from "#lib/platform/i18n/translator.ts";

export async function acceptAction(_state: FormState, sent: FormData): Promise<FormState> {
  const form = formIn(sent);
  const t = translator(await localeOf(null));
  const session = await currentSession();
  const ctx = session ? sessionContextOf(session) : requestContext();
  let path = "/";
  try {
    await requireHttps();
    const input = parseInput(AcceptInvitation, {
      name: textIn(form, "name"),
      password: textIn(form, "password"),
    });
    const user = await acceptInvitation(ctx, textIn(form, "token") ?? "", input);
    if (user.id !== session?.user.id)
      path = await enterByPassword(requestContext(), user, { wish: null, next: "" });
  } catch (error) {
    return { ...EMPTY, ...refusal(error, t, ctx.request_id), values: valuesOf(form) };
  }
  redirect(path);
}
