import { expect, test } from "@playwright/test";
import { provideEnv } from "#lib/platform/config/env.ts";
import { hostsIn, LookupError, lookUp, searchDomainsIn } from "#lib/platform/dns/look-up.ts";
import { isNetworkThere } from "#lib/platform/dns/resolver.ts";
import { NameServer } from "#tests/support/stand-ins/name-server.ts";

let server: NameServer;

test.beforeEach(async () => {
  server = await NameServer.open();
  process.env.DNS_SERVERS = server.address;
  provideEnv({});
});
test.afterEach(async () => {
  delete process.env.DNS_SERVERS;
  provideEnv({});
  await server.close();
});

const failure = (name: string) =>
  lookUp(name).then(
    () => "found",
    (error: LookupError) => (error instanceof LookupError ? error.isAnswered : error),
  );

test("names are looked up at the name servers of DNS_SERVERS", async () => {
  server.add("hooks.test", "A", "192.0.2.1");
  expect(await lookUp("Hooks.test")).toEqual([{ address: "192.0.2.1", family: 4 }]);
  expect(await lookUp("hooks.test.")).toEqual([{ address: "192.0.2.1", family: 4 }]);
  expect(await failure("nowhere.test")).toBe(true);
  expect(await failure("no..name")).toBe(true);
});

test("this machine's own names are asked of nobody", async () => {
  server.isSilent = () => true;
  for (const name of ["localhost", "LOCALHOST", "localhost.", "shop.localhost"])
    expect((await lookUp(name)).map(({ address }) => address)).toContain("127.0.0.1");
  expect(server.asked).toEqual([]);
});

test("names that nobody answers about hold up no others", async () => {
  server.add("hooks.test", "A", "192.0.2.1");
  server.isSilent = (name) => name.startsWith("silent");
  const silent = Array.from({ length: 50 }, (_, n) => failure(`silent-${n}.test`));
  let ended = 0;
  for (const one of silent) void one.then(() => ended++);
  await expect.poll(() => new Set(server.asked).size).toBe(50);
  expect(await lookUp("hooks.test")).toHaveLength(1);
  expect(ended).toBe(0);
  expect(new Set(await Promise.all(silent))).toEqual(new Set([false]));
});

test("whether anybody can be reached is what the name servers say of the root", async () => {
  server.isSilent = () => true;
  expect(await isNetworkThere()).toBe(false);
  server.isSilent = () => false;
  expect(await isNetworkThere()).toBe(true);
});

test("hosts files and search domains are read as systems read them", () => {
  const hosts = hostsIn(
    "# comment\n127.0.0.1\tlocalhost\n::1 localhost ip6-loopback # both\n10.0.0.7  Db DB.internal\nnonsense x\n",
  );
  expect(Object.fromEntries(hosts)).toEqual({
    localhost: [
      { address: "127.0.0.1", family: 4 },
      { address: "::1", family: 6 },
    ],
    "ip6-loopback": [{ address: "::1", family: 6 }],
    db: [{ address: "10.0.0.7", family: 4 }],
    "db.internal": [{ address: "10.0.0.7", family: 4 }],
  });
  const text =
    "domain old.test\nnameserver 10.0.0.1\nsearch a.test b.test # two\noptions ndots:5\n";
  expect(searchDomainsIn(text)).toEqual(["a.test", "b.test"]);
  expect(searchDomainsIn("nameserver 10.0.0.1\n")).toEqual([]);
});
