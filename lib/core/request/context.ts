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
import type { Permission, Role } from "#lib/core/access/permissions.ts";
import { requestScope } from "#lib/core/request/request-scope.ts";
import { log } from "#lib/platform/log.ts";

/** `status_page_id`: the only page of a key; `permissions`: what of its role it may use. */
type Limits = { status_page_id?: number | null; permissions?: readonly Permission[] | null };

/**
 * `reader`: a user who may only view one page, by its session or secret feed. `account`: a user who
 * must prove more before leaving their account. `system`: worker and CLI.
 */
export type Actor =
  | { kind: "visitor" }
  | { kind: "reader"; user_id: number; status_page_id: number }
  | { kind: "user"; user_id: number; api_key_id: number | null; session_id?: number }
  | { kind: "account"; user_id: number; session_id?: number }
  | ({ kind: "organization_key"; organization_id: number; api_key_id: number; role: Role } & Limits)
  | { kind: "system" };

/** Every verb's first parameter. `address`: the client's, behind trusted proxies. */
export type Context = {
  db: Db;
  actor: Actor;
  address: string | null;
  request_id: string;
  /** The services of the subscription whose link the caller holds, on its page. */
  link?: { status_page_id: number; service_ids: readonly number[] };
  /** A worker finishes what it has claimed, even while the organization is moved. */
  has_claims?: true;
  /** Runs first in the verb's transaction; throws when the record is not what the caller saw. */
  precondition?: (trx: Trx) => Promise<void>;
  /** Runs last before the commit, with the verb's result. */
  before_commit?: (trx: Trx, result: unknown) => Promise<void>;
};

export function requestContext(actor: Actor = { kind: "visitor" }): Context {
  const scope = requestScope.getStore();
  return {
    db: database(),
    actor,
    address: scope?.address ?? null,
    request_id: scope?.request_id ?? randomUUID(),
  };
}

/** `name` begins the request id in the audit log. */
export function systemContext(db: Db, name: string): Context {
  return { db, actor: { kind: "system" }, address: null, request_id: `${name}-${randomUUID()}` };
}

export function withClaims(ctx: Context): Context {
  return { ...ctx, has_claims: true };
}

/** Whether a retry may succeed. Logs what operators must act on. */
export function isUnavailable(error: unknown, request_id: string): boolean {
  if (isDiskFull(error)) log().error({ request_id }, "the database has no disk space left");
  if (isStatementTimeout(error))
    log().warn({ err: error, request_id }, "a statement took too long");
  return isDatabaseLost(error) || isConflict(error) || isStatementTimeout(error);
}
