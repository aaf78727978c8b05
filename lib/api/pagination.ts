import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { COUNT_LIMIT } from "#db/counts.ts";
import type { Keyset, Listed, Slice } from "#db/keyset.ts";
import { named } from "#lib/core/fields/schema.ts";
import { emptyAsUnset, limited, MAX_URL } from "#lib/core/fields/text.ts";
import { env } from "#lib/platform/config/env.ts";
import { AppError } from "#lib/platform/errors/errors.ts";

const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 100;

/** An optional query parameter; an empty value counts as omitted. */
export function word() {
  return limited(MAX_URL).optional().transform(emptyAsUnset);
}

export const Pagination = z.object({
  limit: z
    .string()
    .optional()
    .meta({ type: "integer", minimum: 1, maximum: MAX_LIMIT, default: DEFAULT_LIMIT }),
  after: word().meta({ description: "Cursor: rows after it" }),
  before: word().meta({ description: "Cursor: rows before it" }),
});

export const PageLinks = z.object({
  links: z.object({ next: z.url().nullable(), prev: z.url().nullable() }),
  meta: z.object({
    total_count: z
      .int()
      .min(0)
      .meta({
        description: `Exact for a whole list; long filtered lists are counted up to ${COUNT_LIMIT}`,
      }),
  }),
});

named(PageLinks.shape.links, "Links");
named(PageLinks.shape.meta, "Meta");

// Bound to the path, so that another list refuses the cursor.
function sign(payload: string, path: string): string {
  return createHmac("sha256", env().APP_SECRET ?? "")
    .update(`cursor:${path}:${payload}`)
    .digest("base64url")
    .slice(0, 16);
}

function encodeCursor(values: Keyset, path: string): string {
  const payload = Buffer.from(JSON.stringify(values)).toString("base64url");
  return `${payload}.${sign(payload, path)}`;
}

function decodeCursor(cursor: string, path: string): Keyset {
  const [payload = "", signature = ""] = cursor.split(".");
  const expected = Buffer.from(sign(payload, path));
  const actual = Buffer.from(signature);
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected))
    throw new AppError("bad_request", "The cursor is not valid. Start again without it.");
  return JSON.parse(Buffer.from(payload, "base64url").toString());
}

/**
 * @throws {AppError} `bad_request` for a limit outside 1…100, both cursors at once, or a foreign
 * cursor
 */
export function sliceFrom(query: z.infer<typeof Pagination>, request_url: string): Slice {
  const path = new URL(request_url).pathname;
  const limit = query.limit === undefined ? DEFAULT_LIMIT : Number(query.limit);
  if (!/^\d+$/.test(query.limit ?? "1") || limit < 1 || limit > MAX_LIMIT) {
    throw new AppError("bad_request", `limit must be a whole number from 1 to ${MAX_LIMIT}`);
  }
  if (query.after !== undefined && query.before !== undefined)
    throw new AppError("bad_request", "Give either before or after, not both");
  return {
    limit,
    ...(query.after !== undefined && { after: decodeCursor(query.after, path) }),
    ...(query.before !== undefined && { before: decodeCursor(query.before, path) }),
  };
}

/** Envelope of a paginated list; links are absolute and keep other parameters. */
export function pageLinks(
  request_url: string,
  { next, previous, total_count }: Omit<Listed<unknown>, "rows">,
): z.infer<typeof PageLinks> {
  const link = (side: "after" | "before", values: Keyset | null) => {
    if (!values) return null;
    const requested = new URL(request_url);
    const url = new URL(requested.pathname + requested.search, env().APP_URL);
    url.searchParams.delete(side === "after" ? "before" : "after");
    url.searchParams.set(side, encodeCursor(values, requested.pathname));
    return url.href;
  };
  return {
    links: { next: link("after", next), prev: link("before", previous) },
    meta: { total_count },
  };
}
