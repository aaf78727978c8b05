"use server";
import type { RegistrationResponseJSON } from "@simplewebauthn/server";
import { z } from "zod";
import { action, question } from "#lib/api/actions.ts";
import { addPasskey, PasskeyName, passkeyCreation } from "#lib/identity/passkeys/passkeys.ts";
import {
  beginTwoFactor,
  confirmTwoFactor,
  renewRecoveryCodes,
  turnOffTwoFactor,
} from "#lib/identity/profile/two-factor.ts";
import { onwardIn, onwardPath, withOnward } from "./onward.ts";
import { own } from "./own.ts";
import { forgetShown, keepShown } from "./shown.ts";

/** Where a form about the account leads: it stands in the account, or before everything else. */
const Leads = z.looseObject({ back: z.string().optional() });
type Leads = z.output<typeof Leads>;

const SECURITY = "/account/security";
const all = (form: FormData) => Object.fromEntries(form);

function isFirst({ back }: Leads): boolean {
  return back === "/secure";
}

async function showCodes(texts: string[], leads: Leads): Promise<{ go: string }> {
  await keepShown({ kind: "recovery_codes", texts });
  const next = isFirst(leads) ? onwardPath(onwardIn(leads)) : SECURITY;
  return { go: `/account/recovery-codes?${new URLSearchParams({ next })}` };
}

export const beginTwoFactorAction = action(
  "beginTwoFactorAction",
  { input: Leads, read: all },
  async ({ ctx, input }) => {
    await beginTwoFactor(ctx, (await own()).target);
    return { go: isFirst(input) ? withOnward("/secure", onwardIn(input)) : SECURITY };
  },
);

export const confirmTwoFactorAction = action(
  "confirmTwoFactorAction",
  { input: Leads.extend({ code: z.string() }), read: all },
  async ({ ctx, input }) => {
    const { target, strengthen } = await own();
    const codes = await confirmTwoFactor(ctx, target, input.code);
    await strengthen("two_factor");
    return showCodes(codes, input);
  },
);

const Proof = Leads.extend({ current_password: z.string() });

export const renewRecoveryCodesAction = action(
  "renewRecoveryCodesAction",
  { input: Proof, read: all },
  async ({ ctx, input }) =>
    showCodes(await renewRecoveryCodes(ctx, (await own()).target, input.current_password), input),
);

export const turnOffTwoFactorAction = action(
  "turnOffTwoFactorAction",
  { input: Proof, read: all },
  async ({ ctx, input, t }) => {
    await turnOffTwoFactor(ctx, (await own()).target, input.current_password);
    return { text: t("admin_account.two_factor.turned_off") };
  },
);

export const shownAction = action(
  "shownAction",
  { input: z.object({ next: z.string() }), read: all },
  async ({ input }) => {
    await forgetShown();
    return { go: onwardPath({ wish: null, next: input.next }) };
  },
);

export const passkeyCreationAction = question(
  "passkeyCreationAction",
  z.object({}),
  async ({ ctx }) => passkeyCreation(ctx, (await own()).target),
);

const Made = z.looseObject({ id: z.string().max(2_000), response: z.looseObject({}) });
const NewPasskey = Leads.extend(PasskeyName.shape).extend({ credential: Made });

function madeIn(form: FormData): unknown {
  try {
    return JSON.parse(String(form.get("credential")));
  } catch {
    return null;
  }
}

export const addPasskeyAction = action(
  "addPasskeyAction",
  { input: NewPasskey, read: (form) => ({ ...all(form), credential: madeIn(form) }) },
  async ({ ctx, input, t }) => {
    const { target, strengthen } = await own();
    const response = input.credential as unknown as RegistrationResponseJSON;
    const name = input.name ?? t("admin_account.passkeys.default_name");
    await addPasskey(ctx, target, { name, response });
    await strengthen("passkey");
    if (isFirst(input)) return { go: onwardPath(onwardIn(input)) };
    return { text: t("admin_account.passkeys.done_added") };
  },
);
