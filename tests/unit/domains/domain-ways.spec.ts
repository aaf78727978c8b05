import { expect, test } from "@playwright/test";
import { cdnOf, wayOf } from "#lib/domains/diagnosis/detect-cdn.ts";
import type { Facts } from "#lib/domains/diagnosis/dns.ts";
import { problemsOf, toRemove } from "#lib/domains/diagnosis/problems.ts";

const NOTHING: Facts = {
  name: "status.example.com",
  target: "edge.example.net",
  hops: [],
  v4: [],
  v6: [],
  failure: { v4: null, v6: null },
  ours: ["198.51.100.1", "2001:db8::1"],
  is_top: false,
  wildcard: null,
};
const facts = (some: Partial<Facts>): Facts => ({ ...NOTHING, ...some });

test("the way is what DNS says, once a proof has arrived", () => {
  expect(wayOf(facts({ hops: ["edge.example.net"] }))).toBe("cname");
  expect(wayOf(facts({ hops: ["a.example.com", "edge.example.net"] }))).toBe("cname_chain");
  expect(wayOf(facts({ v6: ["2001:db8::1"] }))).toBe("address");
  expect(wayOf(facts({ v4: ["104.16.1.1"] }))).toBe("proxied");
  expect(wayOf(facts({ hops: ["x.cfargotunnel.com"] }))).toBe("proxied");
  expect(wayOf(facts({ v4: ["192.0.2.1"] }))).toBe("own_proxy");
});

test("CDNs are known by their addresses and aliases, others are not taken for one", () => {
  expect(cdnOf([], ["2606:4700::1"])).toBe("Cloudflare");
  expect(cdnOf(["d111.cloudfront.net"], [])).toBe("Amazon CloudFront");
  expect(cdnOf(["notcloudfront.net"], ["192.0.2.1", "not an address"])).toBeNull();
});

test("a proxy that lets nothing through is an error, one that does is worth a word", () => {
  const proxied = facts({ v4: ["104.16.1.1"] });
  const blocked = problemsOf(proxied, { isProven: false, way: null });
  expect(blocked[0]).toMatchObject({ urgency: "error", said: { code: "proxied_blocks" } });
  const works = problemsOf(proxied, { isProven: true, way: "proxied" });
  expect(works).toMatchObject([{ urgency: "info", said: { code: "proxied_works" } }]);
});

test("what is to be removed are addresses that are not ours, never those of a proxy that works", () => {
  const beside = facts({ v4: ["198.51.100.1", "192.0.2.1"] });
  expect(toRemove(beside, true)).toEqual(["192.0.2.1"]);
  expect(toRemove(facts({ v4: ["192.0.2.1"] }), false)).toEqual(["192.0.2.1"]);
  expect(toRemove(facts({ v4: ["192.0.2.1"] }), true)).toEqual([]);
  const [split] = problemsOf(facts({ v4: ["198.51.100.1"], v6: ["2001:db8::9"] }), {
    isProven: true,
    way: "address",
  });
  expect(split?.said.code).toBe("ipv6_elsewhere");
});
