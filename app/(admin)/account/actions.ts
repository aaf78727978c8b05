"use server";
import { z } from "zod";
import { keep, keepLeave } from "#app/_ui/account/cookies.ts";
import { logProblem } from "#app/_ui/account/oidc-problem.ts";
import { own } from "#app/_ui/account/own.ts";
import { keepShown } from "#app/_ui/account/shown.ts";
import { action, NO_INPUT } from "#lib/api/actions.ts";
import { addressIn, dayEndIn, textIn } from "#lib/core/forms/read.ts";
import { CreateUserKey } from "#lib/identity/api-keys/schema.ts";
import { beginConnection } from "#lib/identity/oidc/connections.ts";
import { findProvider } from "#lib/identity/oidc/provider.ts";
import { VISIT_MINUTES } from "#lib/identity/oidc/visit.ts";
import { PasskeyName, removePasskey, renamePasskey } from "#lib/identity/passkeys/passkeys.ts";
import { ChangeAddress, requestAddressChange } from "#lib/identity/profile/change-address.ts";
import { deleteOwnAccount, leaveOrganization } from "#lib/identity/profile/leave.ts";
import {
  ChangePassword,
  changePassword,
  Profile,
  updateProfile,
} from "#lib/identity/profile/profile.ts";
import { createUserKey, revokeUserKey } from "#lib/identity/profile/user-keys.ts";
import { startSession } from "#lib/identity/sessions/session.ts";
import { revokeOtherSessions, revokeSession } from "#lib/identity/sessions/sessions.ts";
import { AppError, invalid } from "#lib/platform/errors/errors.ts";

const One = z.object({ id: z.coerce.number().int().positive() });
const one = { input: One, read: (form: FormData) => ({ id: textIn(form, "id") }) };

export const updateProfileAction = action(
  "updateProfileAction",
  {
    input: Profile,
    read: (form) => ({ name: textIn(form, "name"), locale: textIn(form, "locale") || null }),
  },
  async ({ ctx, input, t }) => {
    await updateProfile(ctx, (await own()).target, input);
    return { text: t("admin_account.profile.done") };
  },
);

export const changePasswordAction = action(
  "changePasswordAction",
  {
    input: ChangePassword,
    read: (form) => ({
      current_password: textIn(form, "current_password"),
      new_password: textIn(form, "new_password"),
    }),
  },
  async ({ ctx, input, t }) => {
    const { target, session } = await own();
    const user = await changePassword(ctx, target, input);
    await startSession(user, session.method, session.provider);
    return { text: t("admin_account.password.done") };
  },
);

export const requestAddressAction = action(
  "requestAddressAction",
  {
    input: ChangeAddress,
    read: (form) => ({
      email: addressIn(form, "email"),
      current_password: textIn(form, "current_password"),
    }),
  },
  async ({ ctx, input, t }) => {
    await requestAddressChange(ctx, (await own()).target, input);
    return { text: t("admin_account.address.sent", { email: input.email }) };
  },
);

export const leaveOrganizationAction = action(
  "leaveOrganizationAction",
  {
    input: z.object({ confirm: z.string(), name: z.string() }),
    read: (form) => ({ confirm: textIn(form, "confirm"), name: textIn(form, "name") }),
  },
  async ({ ctx, target, input, t }) => {
    if (input.confirm.trim() !== input.name.trim())
      throw invalid({ confirm: [{ code: "mismatch" }] });
    await leaveOrganization(ctx, target);
    return { text: t("admin_account.profile.left") };
  },
);

export const deleteAccountAction = action(
  "deleteAccountAction",
  {
    input: z.object({ current_password: z.string() }),
    read: (form) => ({ current_password: textIn(form, "current_password") }),
  },
  async ({ ctx, input }) => {
    await deleteOwnAccount(ctx, (await own()).target, input.current_password);
    return { go: "/sign-in" };
  },
);

export const renamePasskeyAction = action(
  "renamePasskeyAction",
  {
    input: One.extend(PasskeyName.shape),
    read: (form) => ({ id: textIn(form, "id"), name: textIn(form, "name") }),
  },
  async ({ ctx, input, t }) => {
    await renamePasskey(ctx, { ...(await own()).target, passkey_id: input.id }, input);
    return { text: t("admin_account.passkeys.done_renamed") };
  },
);

export const removePasskeyAction = action("removePasskeyAction", one, async ({ ctx, input, t }) => {
  await removePasskey(ctx, { ...(await own()).target, passkey_id: input.id });
  return { text: t("admin_account.passkeys.done_removed") };
});

const SECURITY = "/account/security";

export const connectProviderAction = action(
  "connectProviderAction",
  {
    input: z.object({ provider: z.coerce.number().int() }),
    read: (form) => ({ provider: textIn(form, "provider") }),
  },
  async ({ ctx, input: { provider } }) => {
    const { target } = await own();
    const visit = await beginConnection(ctx, { ...target, provider }, SECURITY).catch((error) => {
      const known = error instanceof AppError ? undefined : findProvider(provider);
      if (!known) throw error;
      return logProblem(error, known, "unreachable");
    });
    if ("oidc" in visit) return { go: `${SECURITY}?${new URLSearchParams(visit)}` };
    await keep("oidc", visit.kept, VISIT_MINUTES);
    await keepLeave(visit.url);
    return { go: "/sign-in/leave" };
  },
);

export const revokeSessionAction = action("revokeSessionAction", one, async ({ ctx, input, t }) => {
  await revokeSession(ctx, { ...(await own()).target, session_id: input.id });
  return { text: t("admin_account.sessions.done") };
});

export const revokeOtherSessionsAction = action(
  "revokeOtherSessionsAction",
  NO_INPUT,
  async ({ ctx, t }) => {
    const { target, session } = await own();
    const count = await revokeOtherSessions(ctx, { ...target, session_id: session.session_id });
    return { text: t("admin_account.sessions.done_others", { count }) };
  },
);

export const createUserKeyAction = action(
  "createUserKeyAction",
  {
    input: CreateUserKey,
    read: (form) => ({ name: textIn(form, "name"), expires_at: dayEndIn(form, "expires_at") }),
  },
  async ({ ctx, input }) => {
    const { token } = await createUserKey(ctx, (await own()).target, input);
    await keepShown({ kind: "api_key", texts: [token] });
    return { go: "/account/api-keys" };
  },
);

export const revokeUserKeyAction = action("revokeUserKeyAction", one, async ({ ctx, input, t }) => {
  await revokeUserKey(ctx, (await own()).target, input.id);
  return { text: t("admin_account.api_keys.done") };
});
