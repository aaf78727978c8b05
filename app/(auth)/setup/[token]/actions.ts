"use server";
import { redirect } from "next/navigation";
import { parseInput } from "#lib/core/fields/validation.ts";
import { refusal } from "#lib/core/forms/errors.ts";
import { addressIn, formIn, textIn, valuesOf } from "#lib/core/forms/read.ts";
import { EMPTY, type FormState } from "#lib/core/forms/state.ts";
import { requestContext } from "#lib/core/request/context.ts";
import { localeOf, requireHttps, startSession } from "#lib/identity/sessions/session.ts";
import { acceptNewAccount } from "#lib/identity/sign-in/sign-in.ts";
import { FirstRun } from "#lib/pages/first-run/schema.ts";
import { setUp } from "#lib/pages/first-run/set-up.ts";
import { translator } from "#lib/platform/i18n/translator.ts";

const TYPED = ["organization", "name", "password", "time_zone"];
const PASTED = ["email", "page_url", "subdomain"];

export async function setUpAction(_state: FormState, sent: FormData): Promise<FormState> {
  const form = formIn(sent);
  const t = translator(await localeOf(null));
  const ctx = requestContext();
  try {
    await requireHttps();
    const typed = [
      ...TYPED.map((name) => [name, textIn(form, name)]),
      ...PASTED.map((name) => [name, addressIn(form, name)]),
    ];
    const draft = textIn(form, "publish") !== "now";
    const input = parseInput(FirstRun, { ...Object.fromEntries(typed), draft });
    const user = await setUp(ctx, textIn(form, "token") ?? "", input);
    await acceptNewAccount(ctx, user);
    await startSession(user, "password");
  } catch (error) {
    return { ...EMPTY, ...refusal(error, t, ctx.request_id), values: valuesOf(form) };
  }
  redirect("/");
}
