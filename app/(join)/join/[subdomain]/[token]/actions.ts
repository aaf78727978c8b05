"use server";
import { redirect } from "next/navigation";
import { linkLocale } from "#app/(join)/_locale.ts";
import { parseInput } from "#lib/core/fields/validation.ts";
import { refusal } from "#lib/core/forms/errors.ts";
import { formIn, textIn, valuesOf } from "#lib/core/forms/read.ts";
import { EMPTY, type FormState } from "#lib/core/forms/state.ts";
import { requestContext } from "#lib/core/request/context.ts";
import {
  currentSession,
  endSession,
  requireHttps,
  sessionContextOf,
  startSession,
} from "#lib/identity/sessions/session.ts";
import { acceptNewAccount } from "#lib/identity/sign-in/sign-in.ts";
import { joinPage } from "#lib/pages/join-links/join.ts";
import { Join } from "#lib/pages/join-links/schema.ts";
import { translator } from "#lib/platform/i18n/translator.ts";

function pathOf(form: FormData): string {
  return `/join/${encodeURIComponent(textIn(form, "subdomain") ?? "")}`;
}

/** Joins the page of a mailed link, by the account that is signed in or a new one. */
export async function joinAction(_state: FormState, sent: FormData): Promise<FormState> {
  const form = formIn(sent);
  const locale = await linkLocale();
  const session = await currentSession();
  const ctx = session ? sessionContextOf(session) : requestContext();
  const target = { subdomain: textIn(form, "subdomain") ?? "", token: textIn(form, "token") ?? "" };
  try {
    await requireHttps();
    const input = parseInput(Join, {
      name: textIn(form, "name"),
      password: textIn(form, "password"),
    });
    const joined = await joinPage(ctx, target, input);
    if (joined.id !== session?.user.id) {
      await acceptNewAccount(requestContext(), joined);
      await startSession(joined, "password");
    }
  } catch (error) {
    const refused = refusal(error, translator(locale), ctx.request_id, "visitors");
    return { ...EMPTY, ...refused, values: valuesOf(form) };
  }
  redirect(`${pathOf(form)}?lang=${locale}`);
}

/** Sends somebody to sign in with the account of the address, and back. */
export async function switchAccountAction(sent: FormData): Promise<void> {
  const form = formIn(sent);
  const token = encodeURIComponent(textIn(form, "token") ?? "");
  const back = `${pathOf(form)}/${token}?lang=${await linkLocale()}`;
  await endSession();
  redirect(`/sign-in?next=${encodeURIComponent(back)}`);
}
