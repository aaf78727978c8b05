import { randomUUID } from "node:crypto";
import { isDiskFull } from "#db/answering.ts";
import {
  type Db,
  database,
  isConflict,
  isDatabaseLost,
  isStatementTimeout,
  type Trx,
} from "#db/index.ts";
import type { Role } from "#lib/core/access/permissions.ts";
import { requestScope } from "#lib/core/request/request-scope.ts";
import { log } from "#lib/platform/log.ts";

/**
 * Who acts. A `reader` is a user who came by what is good for looking at one page only: its session
 * on the page's own host, or the secret address of its feeds. An `account` is a user whose
 * organization asks for more than the password they signed in with: only the account itself is
 * theirs until they do. `system` is the program itself: the worker, the CLI.
 */
export type Actor =
  | { kind: "visitor" }
  | { kind: "reader"; user_id: number; status_page_id: number }
  | { kind: "user"; user_id: number; api_key_id: number | null }
  | { kind: "account"; user_id: number }
  | { kind: "organization_key"; organization_id: number; api_key_id: number; role: Role }
  | { kind: "system" };

/** What every verb gets first. `address` is the client's, behind trusted proxies. */
export type Context = {
  db: Db;
  actor: Actor;
  address: string | null;
  request_id: string;
  /**
   * Runs in the transaction of the verb that answers this request, before its work; throws when the
   * record is not as the caller saw it.
   */
  precondition?: (trx: Trx) => Promise<void>;
  /**
   * Runs in the transaction of the verb that answers this request, last before its commit, with
   * what the verb returns.
   */
  before_commit?: (trx: Trx, result: unknown) => Promise<void>;
};

/** The context of the request that is being answered; without an actor that of anybody. */
export function requestContext(actor: Actor = { kind: "visitor" }): Context {
  const scope = requestScope.getStore();
  return {
    db: database(),
    actor,
    address: scope?.address ?? null,
    request_id: scope?.request_id ?? randomUUID(),
  };
}

/**
 * The program itself as the one who acts; `name` begins the id under which its changes are found in
 * the audit log.
 */
export function systemContext(db: Db, name: string): Context {
  return { db, actor: { kind: "system" }, address: null, request_id: `${name}-${randomUUID()}` };
}

/**
 * Whether an error says that the database cannot answer now, and the same request may succeed later.
 * A full disk and a statement that took too long are logged: an operator has to act on them.
 */
export function isUnavailable(error: unknown, request_id: string): boolean {
  if (isDiskFull(error)) log().error({ request_id }, "the database has no disk space left");
  if (isStatementTimeout(error))
    log().warn({ err: error, request_id }, "a statement took too long");
  return isDatabaseLost(error) || isConflict(error) || isStatementTimeout(error);
}
