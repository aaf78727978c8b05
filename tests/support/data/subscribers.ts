import { randomBytes } from "node:crypto";
import type { Db } from "#db/index.ts";
import type { Context } from "#lib/core/request/context.ts";
import { openAddress } from "#lib/subscribers/addresses.ts";
import type { Subscribe } from "#lib/subscribers/sign-up/schema.ts";
import { subscribe } from "#lib/subscribers/sign-up/subscribe.ts";
import type { Request, Response } from "#tests/support/http/http.ts";
import type { TestServer } from "#tests/support/server/server.ts";

export function newAddress(): string {
  return `reader-${randomBytes(6).toString("hex")}@example.com`;
}

/** A visitor whose address nobody else has. */
export function visitor(db: Db, actor: Context["actor"] = { kind: "visitor" }): Context {
  const address = `198.18.${randomBytes(2).join(".")}`;
  return { db, actor, address, request_id: "test" };
}

/** What a visitor sends from a page's form; e-mail and everything unless told otherwise. */
export function ask(db: Db, subdomain: string, input: Subscribe, ctx = visitor(db)) {
  return subscribe(ctx, { subdomain }, { channel: "email", ...input }, "en");
}

export async function subscriptionsOf(db: Db, status_page_id: number) {
  const rows = await db
    .selectFrom("subscriptions")
    .selectAll()
    .where("status_page_id", "=", status_page_id)
    .orderBy("id")
    .execute();
  return rows.map(openAddress);
}

/** What waits to be sent for a page, by kind. */
export async function waitingFor(db: Db, status_page_id: number): Promise<string[]> {
  const rows = await db
    .selectFrom("outbox")
    .select("kind")
    .where("status_page_id", "=", status_page_id)
    .orderBy("id")
    .execute();
  return rows.map(({ kind }) => kind);
}

/** The id of the one message that waits to be sent for a page. */
export async function waitingMessage(db: Db, status_page_id: number): Promise<number> {
  const query = db.selectFrom("outbox").select("id").where("status_page_id", "=", status_page_id);
  return (await query.executeTakeFirstOrThrow()).id;
}

/** Requests of a visitor to one page. */
export const visitOf =
  (server: TestServer, subdomain: string) => (path: string, options?: Request) =>
    server.visit(subdomain, path, options);

/** An answer without what every answer has of its own. */
export function bytesOf({ status, headers, text }: Response): string {
  const { date: _, "x-request-id": __, ...rest } = headers;
  return JSON.stringify([status, rest, text]);
}

export function pathOf(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}

/** The first subscription of a page. */
export async function addressOf(db: Db, status_page_id: number) {
  const [row] = await subscriptionsOf(db, status_page_id);
  return row;
}
