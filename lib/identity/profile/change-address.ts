import { z } from "zod";
import type { Trx } from "#db/index.ts";
import { authorizeUser, type UserGrant, type UserTarget } from "#lib/core/access/authorize.ts";
import type { AuditEntry } from "#lib/core/audit/queries.ts";
import { email } from "#lib/core/fields/address.ts";
import { enqueueMessage } from "#lib/core/outbox/messages.ts";
import type { Context } from "#lib/core/request/context.ts";
import { consume } from "#lib/core/throttle/form-limits.ts";
import { changeOrganization } from "#lib/core/transaction/change.ts";
import { enqueueAccountNotice } from "#lib/identity/profile/notices.ts";
import {
  prove,
  requireProgram,
  requireProofOrFirst,
  userOfGrant,
} from "#lib/identity/profile/prove.ts";
import { endSessions, requireStillValid } from "#lib/identity/sessions/queries.ts";
import { stampOf } from "#lib/identity/sessions/session-token.ts";
import { deleteResets } from "#lib/identity/sign-in/password-reset.queries.ts";
import {
  confirmEmail,
  endAddressLinks,
  findUser,
  lockUser,
  type UserRow,
  updateEmail,
} from "#lib/identity/users/queries.ts";
import { later, wireNow } from "#lib/platform/clock.ts";
import { keyFor, sealBytes, unsealBytes } from "#lib/platform/crypto/seal.ts";
import { AppError, invalid, notFound } from "#lib/platform/errors/errors.ts";

export const LINK_MINUTES = 60;
const PER_USER = { name: "links to a new address of an account", most: 5, period_s: 60 * 60 };
/** The new address gets the link that confirms, the former one the link that stops. */
const PURPOSES = {
  confirm: "allclear new addresses",
  stop: "allclear new addresses that are stopped",
} as const;
type Purpose = keyof typeof PURPOSES;

/**
 * A link's sealed content: it ends with its hour or when it is stopped, the one that confirms also
 * with a new password or another change. These do not end the one that stops: whoever asks for a
 * change can make them at once.
 */
type AddressChange = {
  user_id: number;
  from: string;
  to: string;
  stamp: string;
  expires_at: string;
};

function tokenOf(change: AddressChange, purpose: Purpose): string {
  const key = keyFor(PURPOSES[purpose]);
  return sealBytes(key, Buffer.from(JSON.stringify(change))).toString("base64url");
}

function changeOf(token: string, purpose: Purpose): AddressChange | null {
  try {
    const bytes = unsealBytes(keyFor(PURPOSES[purpose]), Buffer.from(token, "base64url"));
    return JSON.parse(bytes.toString("utf8")) as AddressChange;
  } catch {
    return null;
  }
}

export const ChangeAddress = z.object({ email: email(), current_password: z.string() });

/**
 * Mails a confirming link to the new address, and to the former one a link that stops the change.
 * Only whoever opens the link learns whether the address is taken.
 * @throws {AppError} `not_found` unless it is the caller's own; `forbidden`, `invalid`, `rate_limited`
 */
export async function requestAddressChange(
  ctx: Context,
  target: UserTarget,
  { email: to, current_password }: z.output<typeof ChangeAddress>,
): Promise<void> {
  const grant = await authorizeUser(ctx, target);
  await requireProofOrFirst(ctx, grant);
  const user = await prove(ctx, grant, current_password);
  if (to === user.email) throw invalid({ email: [{ code: "taken" }] });
  const seconds = await consume(ctx.db, PER_USER, String(user.id));
  if (seconds > 0) {
    const base = [{ code: "too_often", values: { minutes: Math.ceil(seconds / 60) } } as const];
    throw new AppError("rate_limited", "Too many links were asked for", { base }, seconds);
  }
  const expires_at = later(wireNow(), LINK_MINUTES * 60);
  const change = { user_id: user.id, from: user.email, to, stamp: stampOf(user), expires_at };
  const params = { user_id: String(user.id), email: to };
  const asked = { ...params, to: user.email, token: tokenOf(change, "stop") };
  const sent = { ...params, token: tokenOf(change, "confirm") };
  await ctx.db.transaction().execute(async (trx) => {
    await lockUser(trx, grant);
    await requireStillValid(trx, ctx.actor);
    await enqueueMessage(trx, { kind: "account.address_asked", params: asked, expires_at });
    await enqueueMessage(trx, { kind: "account.new_address", params: sent, expires_at });
  });
}

/** @returns null when the link was used, expired, or the account has changed */
export async function findAddressChange(
  { db }: Context,
  token: string,
  purpose: Purpose = "confirm",
): Promise<{ user: UserRow; from: string; email: string } | null> {
  const change = changeOf(token, purpose);
  if (!change || change.expires_at <= wireNow()) return null;
  const { from, to } = change;
  const user = await findUser(db, change.user_id);
  if (!user) return null;
  const isSame = user.email === from && stampOf(user) === change.stamp;
  if (purpose === "confirm" && !isSame) return null;
  const made_at = later(change.expires_at, -LINK_MINUTES * 60);
  if (user.address_stopped_at !== null && made_at <= user.address_stopped_at) return null;
  return { user, from, email: to };
}

/**
 * Gives the account its address and tells the former one. Sessions stay: their proofs do; links
 * for a new password that were mailed to the former address end.
 * @throws {AppError} `invalid` for a taken address
 */
async function moveAddress(
  trx: Trx,
  grant: UserGrant,
  { email: to }: UserRow,
  email: string,
): Promise<void> {
  if (!(await updateEmail(trx, grant, email, wireNow())))
    throw invalid({ email: [{ code: "taken" }] });
  await deleteResets(trx, grant);
  await enqueueAccountNotice(trx, grant.user_id, "email_changed", { to });
}

const entryOf = ({ user_id }: UserGrant, { email: was }: UserRow, email: string) => ({
  action: "user.change_email",
  subject_id: user_id,
  changes: { email },
  before: { email: was },
});

type LinkWork = (
  trx: Trx,
  grant: UserGrant,
  found: NonNullable<Awaited<ReturnType<typeof findAddressChange>>>,
) => Promise<AuditEntry>;

/** The second of two links that are opened at once sees what the first did. */
async function followLink(ctx: Context, token: string, purpose: Purpose, work: LinkWork) {
  const found = await findAddressChange(ctx, token, purpose);
  if (!found) throw notFound();
  const { id: user_id } = found.user;
  const own = { ...ctx, actor: { kind: "user", user_id, api_key_id: null } as const };
  const grant = await authorizeUser(own, { user_id });
  await changeOrganization(own, grant, async (trx) => {
    await lockUser(trx, grant);
    const now = await findAddressChange({ ...own, db: trx }, token, purpose);
    if (!now) throw notFound();
    return { result: undefined, audit: await work(trx, grant, now), events: [] };
  });
}

/** @throws {AppError} `not_found` when the link no longer works; `invalid` for a taken address */
export async function confirmAddressChange(ctx: Context, token: string): Promise<void> {
  await followLink(ctx, token, "confirm", async (trx, grant, { user, email }) => {
    await moveAddress(trx, grant, user, email);
    await confirmEmail(trx, grant);
    return entryOf(grant, user, email);
  });
}

/**
 * By the link that the former address got, which the account gets back; all sessions and all links
 * to new addresses end.
 * @throws {AppError} `not_found` when it no longer works; `invalid` for a taken address
 */
export async function stopAddressChange(ctx: Context, token: string): Promise<void> {
  await followLink(ctx, token, "stop", async (trx, grant, { user, from, email }) => {
    const isMade = user.email !== from;
    if (isMade) await moveAddress(trx, grant, user, from);
    await endAddressLinks(trx, grant);
    await endSessions(trx, grant);
    const entry = isMade ? entryOf(grant, user, from) : { changes: { email } };
    return { ...entry, action: "user.stop_address_change", subject_id: user.id };
  });
}

/** @throws {AppError} `forbidden` unless the program itself asks; `invalid` for a taken address */
export async function changeEmail(ctx: Context, target: UserTarget, email: string): Promise<void> {
  requireProgram(ctx);
  const grant = await authorizeUser(ctx, target);
  const user = await userOfGrant(ctx, grant);
  await changeOrganization(ctx, grant, async (trx) => {
    await moveAddress(trx, grant, user, email);
    await endAddressLinks(trx, grant);
    return { result: undefined, audit: entryOf(grant, user, email), events: [] };
  });
}
