import { expect, test } from "@playwright/test";
import { pageLinks, sliceFrom } from "#lib/api/pagination.ts";
import { env, provideEnv } from "#lib/platform/config/env.ts";
import { APP_SECRET } from "#tests/support/server/env.ts";

test.beforeAll(() => provideEnv({ APP_SECRET }));

const SERVICES = "http://127.0.0.1/api/v2/status_pages/acme/services?limit=2&filter=api";
const INCIDENTS = "http://127.0.0.1/api/v2/status_pages/acme/incidents";
const MIDDLE = { next: ["2026-11-20", 7], previous: ["2026-11-21", 3], total_count: 9 };

function linksOf(request_url: string, found: object = {}) {
  return pageLinks(request_url, { ...MIDDLE, ...found }).links;
}

function cursorOf(link: string | null, side: "after" | "before"): string {
  return new URL(link ?? "").searchParams.get(side) ?? "";
}

type Query = Parameters<typeof sliceFrom>[0];
const slice = (query: Partial<Query>, url: string) =>
  sliceFrom({ after: undefined, before: undefined, ...query }, url);

const LIMITS: [string | undefined, number | null][] = [
  [undefined, 20],
  ["1", 1],
  ["100", 100],
  ["0", null],
  ["101", null],
  ["-1", null],
  ["1.5", null],
  ["ten", null],
  ["", null],
];

test("a limit is a whole number from 1 to 100, and 20 where none is given", () => {
  for (const [limit, most] of LIMITS) {
    const read = () => slice({ limit }, INCIDENTS);
    if (most === null) expect(read, limit).toThrow("limit must be a whole number from 1 to 100");
    else expect(read(), limit).toEqual({ limit: most });
  }
});

test("a link leads on in its direction, at the public address, with the other parameters", () => {
  const { next, prev } = linksOf(SERVICES);
  const path = new URL("/api/v2/status_pages/acme/services?limit=2&filter=api", env().APP_URL).href;
  const after = cursorOf(next, "after");
  const before = cursorOf(prev, "before");
  expect([next, prev]).toEqual([`${path}&after=${after}`, `${path}&before=${before}`]);
  expect(slice({ after }, SERVICES)).toEqual({ limit: 20, after: MIDDLE.next });
  expect(slice({ before }, SERVICES)).toEqual({ limit: 20, before: MIDDLE.previous });
  const further = linksOf(next ?? "");
  expect(new URL(further.prev ?? "").searchParams.has("after")).toBe(false);
  expect(new URL(linksOf(prev ?? "").next ?? "").searchParams.has("before")).toBe(false);
  expect(linksOf(SERVICES, { next: null, previous: null })).toEqual({ next: null, prev: null });
});

test("a cursor opens the list that gave it, and no other; nor do both, or one that was changed", () => {
  const { next, prev } = linksOf(SERVICES);
  const after = cursorOf(next, "after");
  const before = cursorOf(prev, "before");
  expect(() => slice({ after }, INCIDENTS)).toThrow("The cursor is not valid");
  expect(() => slice({ before }, INCIDENTS)).toThrow("The cursor is not valid");
  expect(() => slice({ after, before }, SERVICES)).toThrow("Give either before or after");
  const [, signature] = after.split(".");
  const others = Buffer.from(JSON.stringify(["2026-11-20", 8])).toString("base64url");
  for (const changed of [`${others}.${signature}`, after.slice(0, -1), `${after}x`, others])
    expect(() => slice({ after: changed }, SERVICES), changed).toThrow("The cursor is not valid");
});
