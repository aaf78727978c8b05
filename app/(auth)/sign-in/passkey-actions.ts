"use server";
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/server";
import { redirect } from "next/navigation";
import { z } from "zod";
import { onwardIn } from "#app/_ui/account/onward.ts";
import { requestContext } from "#lib/core/request/context.ts";
import { passkeyRequest, signInByPasskey } from "#lib/identity/passkeys/sign-in.ts";
import { localeOf } from "#lib/identity/sessions/session.ts";
import { translator } from "#lib/platform/i18n/translator.ts";
import { enter } from "./_enter.ts";

export async function passkeyRequestAction(): Promise<PublicKeyCredentialRequestOptionsJSON> {
  return passkeyRequest();
}

const Sent = z.object({
  id: z.string().max(2_000),
  response: z.looseObject({ userHandle: z.string().optional() }),
});

/** Signs in by what an authenticator answered. @returns what is wrong */
export async function passkeyAction(
  answer: AuthenticationResponseJSON,
  onward: Record<string, string>,
): Promise<string> {
  const t = translator(await localeOf(null));
  if (!Sent.safeParse(answer).success) return t("admin_account.sign_in.passkey_failed");
  const ctx = requestContext();
  const { user, wait_seconds } = await signInByPasskey(ctx, answer);
  if (wait_seconds > 0)
    return t("admin.sign_in.throttled", { minutes: Math.ceil(wait_seconds / 60) });
  if (!user) return t("admin_account.sign_in.passkey_failed");
  redirect(await enter(ctx, user, "passkey", onwardIn(Object(onward))));
}
