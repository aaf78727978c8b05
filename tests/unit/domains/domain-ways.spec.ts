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

const OURS = "198.51.100.1";
const OURS_6 = "2001:db8::1";
const ELSEWHERE = "192.0.2.1";
const CLOUDFLARE = "104.16.1.1";
const UNPROVEN = { isProven: false, way: null };

const PROBLEMS: [some: Partial<Facts>, circumstances: typeof UNPROVEN, codes: string[]][] = [
  [{}, UNPROVEN, []],
  [{ ours: [] }, UNPROVEN, ["target_unknown"]],
  [{ ours: [] }, { ...UNPROVEN, isProven: true }, []],
  [{ wildcard: "*.example.com" }, UNPROVEN, ["wildcard"]],
  [{ wildcard: "*.example.com" }, { ...UNPROVEN, isProven: true }, []],
  [{ is_top: true }, UNPROVEN, ["apex"]],
  [{ is_top: true }, { ...UNPROVEN, isProven: true }, []],
  [{ is_top: true, hops: ["a.example.net"] }, UNPROVEN, []],
  [{ v4: [OURS] }, UNPROVEN, []],
  [{ v4: [OURS], v6: [OURS_6] }, UNPROVEN, []],
  [{ v4: [OURS], v6: ["2001:db8::9"] }, UNPROVEN, ["ipv6_elsewhere"]],
  [{ v4: [OURS, ELSEWHERE], v6: ["2001:db8::9"] }, UNPROVEN, ["ipv6_elsewhere"]],
  [{ v4: [OURS], v6: [OURS_6, "2001:db8::9"] }, UNPROVEN, ["old_addresses"]],
  [{ v4: [OURS, ELSEWHERE] }, UNPROVEN, ["old_addresses"]],
  [{ v4: [ELSEWHERE] }, UNPROVEN, []],
  [{ v4: [CLOUDFLARE] }, UNPROVEN, ["proxied_blocks"]],
  [{ v4: [OURS, CLOUDFLARE] }, UNPROVEN, ["old_addresses"]],
  [
    { ours: [], is_top: true, wildcard: "*.example.com", v4: [CLOUDFLARE] },
    UNPROVEN,
    ["proxied_blocks", "target_unknown", "wildcard", "apex"],
  ],
  [
    { is_top: true, v4: [OURS, ELSEWHERE], wildcard: "*.example.com" },
    UNPROVEN,
    ["old_addresses", "wildcard", "apex"],
  ],
];

test("each fact about a domain is said where it matters, what is worst first", () => {
  for (const [some, circumstances, codes] of PROBLEMS) {
    const found = problemsOf(facts(some), circumstances).map(({ said }) => said.code);
    expect([some, found]).toEqual([some, codes]);
  }
  const proxied = facts({ v4: [CLOUDFLARE] });
  expect(problemsOf(proxied, { isProven: true, way: "own_proxy" })).toEqual([]);
});

test("nothing is to be removed where we have no address, or where an alias leads elsewhere", () => {
  expect(toRemove(facts({ ours: [], v4: [ELSEWHERE] }), false)).toEqual([]);
  expect(toRemove(facts({ hops: ["a.example.net"], v4: [ELSEWHERE] }), false)).toEqual([]);
  expect(toRemove(facts({ v4: [OURS], v6: ["2001:db8::9"] }), true)).toEqual(["2001:db8::9"]);
});
