import type { ActionName } from "#lib/api/action-list.ts";
import { authorizeAnybody } from "#lib/core/access/authorize.ts";
import { hashToken, newSecret } from "#lib/core/access/tokens.ts";
import { addMember } from "#lib/identity/members/members.ts";
import { requestAddressChange } from "#lib/identity/profile/change-address.ts";
import { beginTwoFactor, getTwoFactor } from "#lib/identity/profile/two-factor.ts";
import { newSession, stampOf } from "#lib/identity/sessions/session-token.ts";
import { insertReset } from "#lib/identity/sign-in/password-reset.queries.ts";
import { beginSecondStep } from "#lib/identity/sign-in/second-step.ts";
import { findUser, type UserRow } from "#lib/identity/users/queries.ts";
import { requestCode } from "#lib/pages/sign-in-codes.ts";
import { later, wireNow } from "#lib/platform/clock.ts";
import { codeOf } from "#tests/support/browser/totp.ts";
import { orderedFor, person, withTwoFactor } from "#tests/support/data/accounts.ts";
import { asks, form, type Sample, type Subject } from "./sample.ts";

async function row({ database, user }: Subject): Promise<UserRow> {
  const found = await findUser(database, user.id);
  if (!found) throw new Error("no such user");
  return found;
}

const soon = () => later(wireNow(), 600);
const NEW_PASSWORD = "another-password-of-the-test";
const email = () =>
  `${newSecret()
    .toLowerCase()
    .replaceAll(/[^a-z]/g, "")}@partner.example`;

async function joinForm({ database, organization: { page } }: Subject) {
  const token = newSecret();
  const settings = JSON.stringify({ allowed_email_domains: "partner.example" });
  await database
    .updateTable("status_pages")
    .set({ member_restricted: true, settings })
    .where("id", "=", page.id)
    .execute();
  await database
    .insertInto("join_requests")
    .values({
      ...{ status_page_id: page.id, token_hash: hashToken(token) },
      ...{ email: email(), expires_at: soon() },
    })
    .execute();
  return { subdomain: page.subdomain, token, name: "Ada", password: NEW_PASSWORD };
}

async function invitationForm({ ctx, organization }: Subject) {
  const target = { organization_id: organization.id };
  const { invitation_url } = await addMember(ctx, target, { email: email(), role: "viewer" });
  return { token: invitation_url.split("/").at(-1) ?? "", name: "Ada", password: NEW_PASSWORD };
}

async function resetForm(subject: Subject) {
  const token = newSecret();
  const user = await row(subject);
  await subject.database.transaction().execute((trx) =>
    insertReset(trx, authorizeAnybody(), {
      ...{ token_hash: hashToken(token), user_id: user.id },
      ...{ password_stamp: stampOf(user), expires_at: soon() },
    }),
  );
  return { token, new_password: NEW_PASSWORD };
}

async function addressLinks({ database, user }: Subject) {
  const asked = { email: email(), current_password: user.password };
  await requestAddressChange(person(database, user.id), { user_id: user.id }, asked);
  const [stop, confirm] = (await orderedFor(database, user.id)).slice(-2);
  return { stop: stop?.token ?? "", confirm: confirm?.token ?? "" };
}

/** What anybody may do: it is a secret of the form's, or of the browser's, that counts. */
export const OPEN = {
  signInAction: form(({ user: { email, password } }) => ({ email, password })),
  codeAction: {
    fill: async (subject) => {
      const { database, user } = subject;
      const { token } = await requestCode(person(database), null, user, "en");
      const [ordered] = (await orderedFor(database, user.id)).slice(-1);
      return { form: { code: ordered?.code ?? "" }, cookie: `allclear-code=${token}` };
    },
  },
  signOutAction: { fill: () => ({ bare: {} }), writes: false },
  acceptAction: form(invitationForm),
  joinAction: form(joinForm),
  switchAccountAction: {
    fill: () => ({ bare: { subdomain: "acme", token: "token" } }),
    writes: false,
  },
  setUpAction: {
    ...form(({ organization }) => ({
      ...{ token: "wrong", organization: organization.name, name: "Ada", publish: "now" },
      ...{ email: email(), password: NEW_PASSWORD, time_zone: "Etc/UTC" },
      ...{ subdomain: "first", page_url: "https://example.com" },
    })),
    refused: true,
  },
  secondStepAction: {
    fill: async (subject) => {
      const { secret } = await withTwoFactor(subject.database, subject.user.id);
      const token = await beginSecondStep(subject.ctx, await row(subject));
      return { form: { code: codeOf(secret) }, cookie: `allclear-step=${token}` };
    },
  },
  passkeyRequestAction: { fill: () => ({ values: [] }), writes: false },
  passkeyAction: {
    fill: () => ({ values: [{ id: "unknown", response: {} }, {}] }),
    writes: false,
  },
  forgotAction: form(({ user: { email } }) => ({ email })),
  resetAction: form(resetForm),
  confirmAddressAction: form(async (subject) => ({ token: (await addressLinks(subject)).confirm })),
  stopAddressAction: form(async (subject) => ({ token: (await addressLinks(subject)).stop })),
} satisfies Partial<Record<ActionName, Sample>>;

async function passkey({ database, user }: Subject): Promise<string> {
  const { id } = await database
    .insertInto("passkeys")
    .values({
      ...{ user_id: user.id, credential_id: newSecret(), name: "Key", counter: 0 },
      ...{ public_key: Buffer.alloc(8), transports: [] },
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return String(id);
}

async function proof({ database, user, ctx }: Subject) {
  const { state } = await getTwoFactor(ctx, { user_id: user.id });
  if (state !== "on") await withTwoFactor(database, user.id);
  return { current_password: user.password };
}

const OWN = {
  beginTwoFactorAction: form({}),
  confirmTwoFactorAction: form(async ({ ctx, user }) => {
    await beginTwoFactor(ctx, { user_id: user.id });
    const pending = await getTwoFactor(ctx, { user_id: user.id });
    return { code: pending.state === "pending" ? codeOf(pending.secret) : "" };
  }),
  renewRecoveryCodesAction: form(proof),
  turnOffTwoFactorAction: form(proof),
  passkeyCreationAction: asks({}),
  addPasskeyAction: { ...form({ credential: "{}", name: "Key" }), refused: true },
  requestAddressAction: form(async (subject) => ({ ...(await proof(subject)), email: email() })),
  deleteAccountAction: form(proof),
  renamePasskeyAction: form(async (subject) => ({ id: await passkey(subject), name: "Phone" })),
  removePasskeyAction: form(async (subject) => ({ id: await passkey(subject) })),
  connectProviderAction: { ...form({ provider: "1" }), refused: "not_found" },
  changePasswordAction: form(({ user: { password } }) => ({
    ...{ current_password: password, new_password: NEW_PASSWORD },
  })),
  updateProfileAction: form({ name: "Ada", locale: "de" }),
  revokeSessionAction: form(async (subject) => {
    await newSession(subject.database, await row(subject));
    const { id } = await subject.database
      .selectFrom("sessions")
      .select("id")
      .where("user_id", "=", subject.user.id)
      .orderBy("id", "desc")
      .executeTakeFirstOrThrow();
    return { id: String(id) };
  }),
  revokeOtherSessionsAction: form(async (subject) => {
    await newSession(subject.database, await row(subject));
    return {};
  }),
  createUserKeyAction: form({ name: "Laptop" }),
  revokeUserKeyAction: form(async ({ database, user }) => {
    const { id } = await database
      .selectFrom("api_keys")
      .select("id")
      .where("user_id", "=", user.id)
      .executeTakeFirstOrThrow();
    return { id: String(id) };
  }),
  shownAction: { ...form({ next: "/account" }), writes: false },
  chooseThemeAction: { ...form({ theme: "dark" }), writes: false },
  previewMarkdownAction: asks("**bold**"),
} satisfies Partial<Record<ActionName, Sample>>;

const ORGANIZATION = {
  requireStrongSignInAction: { ...form({ strong_sign_in_required: "true" }) },
  leaveOrganizationAction: form({ confirm: "same", name: "same" }),
  deleteOrganizationAction: { ...form({ confirm: "Another name" }), refused: true },
  createOrganizationAction: form({ name: "Another" }),
  updateOrganizationAction: form({ name: "Renamed" }),
  createPageAction: form(({ organization: { page } }) => ({
    ...{ name: "Second", url: "https://example.com", time_zone: "Etc/UTC" },
    subdomain: `${page.subdomain}-2`,
  })),
  addMemberAction: form(() => ({ email: email(), role: "viewer" })),
  updateMemberAction: form({ role: "viewer" }),
  endAccessAction: form({ confirm: "same", email: "same" }),
  resetSignInAction: form({ confirm: "same", email: "same" }),
  deleteMemberAction: form({ confirm: "same", email: "same" }),
  addPageMemberAction: form(() => ({ email: email(), role: "viewer" })),
  updatePageMemberAction: form({ role: "editor" }),
  deletePageMemberAction: form({ confirm: "same", email: "same" }),
  renewJoinLinkAction: form(async ({ database, organization: { page } }) => {
    const restricted = database.updateTable("status_pages").set({ member_restricted: true });
    await restricted.where("id", "=", page.id).execute();
    return {};
  }),
  revokeJoinLinkAction: form({}),
  createApiKeyAction: form({ name: "Deployments", role: "viewer" }),
  renewApiKeyAction: form({}),
  revokeApiKeyAction: form({ confirm: "same", name: "same" }),
} satisfies Partial<Record<ActionName, Sample>>;

export const ACCOUNT = { ...OPEN, ...OWN, ...ORGANIZATION };
