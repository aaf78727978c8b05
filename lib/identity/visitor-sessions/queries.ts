import type { Db } from "#db/index.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { pageShownAt } from "#lib/core/addresses/queries.ts";
import { strongSignInRequired } from "#lib/identity/sessions/queries.ts";
import type { UserRow } from "#lib/identity/users/queries.ts";

type NewHandover = {
  token_hash: Buffer;
  session_id: number;
  password_stamp: string;
  browser_hash: Buffer;
  path: string;
  expires_at: string;
};

export async function insertHandover(
  db: Db,
  { status_page_id }: PageGrant,
  values: NewHandover,
  now: string,
): Promise<void> {
  await db
    .deleteFrom("page_handovers")
    .where("session_id", "=", values.session_id)
    .where("expires_at", "<=", now)
    .execute();
  await db
    .insertInto("page_handovers")
    .values({ ...values, status_page_id })
    .execute();
}

export type Handover = {
  status_page_id: number;
  session_id: number;
  password_stamp: string;
  path: string;
};

type Asked = { subdomain: string; token_hash: Buffer; browser_hash: Buffer; now: string };

/** Takes a handoff once, for the browser that asked. */
export async function takeHandover(
  db: Db,
  { subdomain, token_hash, browser_hash, now }: Asked,
): Promise<Handover | undefined> {
  return db
    .deleteFrom("page_handovers")
    .where("token_hash", "=", token_hash)
    .where("status_page_id", "=", pageShownAt(subdomain))
    .where("browser_hash", "=", browser_hash)
    .where("expires_at", ">", now)
    .returning(["status_page_id", "session_id", "password_stamp", "path"])
    .executeTakeFirst();
}

type NewPageSession = {
  token_hash: Buffer;
  status_page_id: number;
  session_id: number;
  password_stamp: string;
  started_at: string;
};

export async function insertPageSession(
  db: Db,
  values: NewPageSession,
  since: string,
): Promise<void> {
  await db
    .deleteFrom("page_sessions")
    .where("session_id", "=", values.session_id)
    .where("started_at", "<=", since)
    .execute();
  await db.insertInto("page_sessions").values(values).execute();
}

type PageSessionRow = UserRow & {
  status_page_id: number;
  session_id: number;
  password_stamp: string;
};
/** Earliest start of sessions that count: the page's, and the account's behind it. */
type Since = { page: string; account: string };

export async function findPageSession(
  db: Db,
  tokenHash: Buffer,
  since: Since,
): Promise<PageSessionRow | undefined> {
  return db
    .selectFrom("page_sessions as p")
    .innerJoin("sessions as s", "s.id", "p.session_id")
    .innerJoin("users as u", "u.id", "s.user_id")
    .selectAll("u")
    .select(["p.status_page_id", "p.session_id", "p.password_stamp"])
    .where("p.token_hash", "=", tokenHash)
    .where("p.started_at", ">", since.page)
    .where("s.started_at", ">", since.account)
    .where((eb) => eb.or([eb("s.method", "!=", "password"), eb.not(strongSignInRequired)]))
    .executeTakeFirst();
}

export async function deleteAccountSession(db: Db, sessionId: number): Promise<void> {
  await db.deleteFrom("sessions").where("id", "=", sessionId).execute();
}
