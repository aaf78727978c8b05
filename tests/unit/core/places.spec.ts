import { expect, test } from "@playwright/test";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { sharesOf } from "#lib/notifications/webhook-deliveries/shares.ts";
import { ShareUsage } from "#lib/platform/limits/shares.ts";

/** Takes all the places that an organization gets for a host. @returns how many */
function fill(places: ShareUsage, organization_id: number, host: string, bytes = 0): number {
  for (let count = 0; ; count += 1) {
    const grant = { organization_id, status_page_id: 1_000 * organization_id + count };
    const url = `https://${host}/${count}`;
    const shares = sharesOf(grant as PageGrant, url);
    if (places.full(shares, bytes)) return count;
    places.take(shares, bytes);
  }
}

const organizations = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

test("where the receivers of eight organizations hang on a host, the next ones find room there", () => {
  const places = new ShareUsage();
  const taken = organizations(12).map((organization) => fill(places, organization, "shared.test"));
  expect(Math.min(...taken)).toBeGreaterThan(0);
  expect(taken[0]).toBe(64);
  expect(taken.slice(0, 8).reduce((sum, count) => sum + count)).toBeLessThan(384);
});

test("where the receivers of eight organizations hang, the next ones find room", () => {
  const places = new ShareUsage();
  const taken = organizations(12).map((organization) =>
    ["a", "b", "c"]
      .map((host) => fill(places, organization, `${host}${organization}.test`))
      .reduce((sum, count) => sum + count),
  );
  expect(Math.min(...taken)).toBeGreaterThan(0);
  expect(taken[0]).toBe(64);
});

test("the bodies of five organizations leave room for the next one's", () => {
  const places = new ShareUsage();
  const taken = organizations(6).map((organization) =>
    fill(places, organization, "shared.test", 2 ** 20),
  );
  expect(Math.min(...taken)).toBeGreaterThan(0);
});

test("fifty receivers of a page that hang with many attempts leave room for ten others", () => {
  const places = new ShareUsage();
  const grant = { organization_id: 1, status_page_id: 1 } as PageGrant;
  const begin = (url: string, isFirst: boolean) => {
    const shares = sharesOf(grant, `https://${url}.test/`, isFirst);
    return places.full(shares) ? 0 : Number(Boolean(places.take(shares, 0)));
  };
  const all = (name: string, count: number, isFirst: boolean) =>
    Array.from({ length: count }, (_, n) => begin(`${name}${n}`, isFirst));
  const hanging = [true, ...Array<boolean>(7).fill(false)].map((isFirst) =>
    all("hanging", 50, isFirst).reduce((sum, begun) => sum + begun),
  );
  expect(hanging).toEqual([50, 32, 0, 0, 0, 0, 0, 0]);
  expect(all("healthy", 10, true)).toEqual(Array(10).fill(1));
});
