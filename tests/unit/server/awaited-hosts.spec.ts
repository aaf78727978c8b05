import { type HostChange, Hosts } from "#lib/domains/host-directory/hosts.ts";
import { HostWaiter } from "#lib/server/tls/contexts.ts";
import { expect, test } from "#tests/support/test.ts";

function opened() {
  const hosts = new Hosts();
  const wanted: string[] = [];
  const awaited = new HostWaiter(hosts, (name) => wanted.push(name));
  const apply = (changes: HostChange[], complete = false) => {
    const message = { kind: "hosts", changes, complete } as const;
    hosts.apply(message);
    awaited.apply(message);
  };
  return { awaited, wanted, apply };
}

test("a host is waited for until it is told, there or not, or until all are", async () => {
  const { awaited, wanted, apply } = opened();
  const names = ["one.example", "none.example", "last.example"];
  const waits = names.map((name) => awaited.until(name));
  expect(waits.every((wait) => wait instanceof Promise)).toBe(true);
  expect(wanted).toEqual(names);
  const over: string[] = [];
  waits.forEach((wait, index) => void wait?.then(() => over.push(names[index] ?? "")));
  apply([["other.example", null]]);
  apply([["one.example", { allowed: true, certificate: "a", challenge: null }]]);
  apply([["none.example", null]]);
  await Promise.all(waits.slice(0, 2));
  expect(over).toEqual(["one.example", "none.example"]);
  apply([], true);
  await waits[2];
});

test("nobody waits for a host whose certificate is known, or once all are", () => {
  const { awaited, wanted, apply } = opened();
  apply([["*.example.test", { allowed: false, certificate: "a", challenge: null }]]);
  expect(awaited.until("status.example.test")).toBeNull();
  apply([], true);
  expect(awaited.until("other.example")).toBeNull();
  expect(wanted).toEqual([]);
});

test("of names without number only some are asked for, and all wait until all is told", async () => {
  const { awaited, wanted, apply } = opened();
  const names = Array.from({ length: 20_000 }, (_, n) => `${n}.example`);
  const waits = names.map((name) => awaited.until(name));
  expect(wanted).toHaveLength(10_000);
  expect(waits.at(-1)).toBe(waits.at(-2));
  apply([], true);
  await Promise.all(waits);
});
