import { examine } from "#lib/domains/diagnosis/examine.ts";
import { reportIn } from "#lib/domains/diagnosis/words.ts";
import { translator } from "#lib/platform/i18n/translator.ts";
import { domainPage, newName } from "#tests/support/data/domain-pages.ts";
import { DomainWorld, TARGET } from "#tests/support/data/domain-world.ts";
import { expect, test } from "#tests/support/test.ts";

let world: DomainWorld;

test.beforeEach(async ({ database }) => {
  void database;
  world = await DomainWorld.open();
  world.dns.add(TARGET, "A", "127.0.0.1");
});
test.afterEach(() => world.close());

const ELSEWHERE = "192.0.2.1";
const TOKEN = "a".repeat(64);
const LIMITS = { each_ms: 400, all_ms: 800 };

const WAYS: [way: string, title: string, point: (name: string) => void][] = [
  ["cname", "a CNAME", (name) => world.dns.add(name, "CNAME", TARGET)],
  [
    "cname_chain",
    "a chain of them",
    (name) => world.dns.add(name, "CNAME", `x.${name}`).add(`x.${name}`, "CNAME", TARGET),
  ],
  ["address", "our addresses at the top of a zone", (name) => pointTop(name)],
  [
    "proxied",
    "a CDN of the customer",
    (name) => {
      const cdn = `${name}.cdn.cloudflare.net`;
      world.dns.add(name, "CNAME", cdn).add(cdn, "A", "127.0.0.1");
      moveTarget();
    },
  ],
  [
    "own_proxy",
    "a proxy of the customer",
    (name) => {
      world.dns.add(name, "A", "127.0.0.1");
      moveTarget();
    },
  ],
];

function pointTop(name: string): void {
  world.dns.add(name, "A", "127.0.0.1");
  world.dns.top(name);
}

function moveTarget(): void {
  world.dns.remove(TARGET);
  world.dns.add(TARGET, "A", ELSEWHERE);
}

for (const [way, title, point] of WAYS)
  test(`a domain that leads here by ${title} becomes active, and the report says so`, async ({
    database,
  }) => {
    const name = newName();
    const { ask, turn, config, rows } = await domainPage(database);
    await ask("cdn_b", name);
    await turn(3);
    const waiting = { hostname_cname_name: name, hostname_cname_value: TARGET };
    expect(await config()).toMatchObject({
      status: "configuring",
      main_hostname: TARGET,
      validation_records: waiting,
    });
    point(name);
    await turn();
    expect((await config()).status).toBe("active");
    const [row] = await rows();
    expect(row).toMatchObject({ report: { way, state: "right", remove: [] } });
    expect(row?.proven_at).not.toBeNull();
  });

test("where the provider promises TXT records, the domain waits for them", async ({ database }) => {
  const name = newName();
  const { ask, turn, config, rows } = await domainPage(database);
  await ask("cdn_a", name);
  await turn(2);
  const { validation_records: told } = await config();
  world.dns.add(name, "CNAME", TARGET);
  world.dns.add(told?.hostname_txt_name ?? "", "TXT", "wrong");
  await turn();
  const [row] = await rows();
  expect(row).toMatchObject({ proven_at: null, report: { said: { code: "waiting_txt" } } });
  world.dns.add(told?.hostname_txt_name ?? "", "TXT", told?.hostname_txt_value ?? "");
  world.dns.add(told?.certificate_txt_name ?? "", "TXT", told?.certificate_txt_value ?? "");
  await turn();
  expect((await config()).status).toBe("active");
});

test("the name that custom domains point to is no page's domain", async ({ database }) => {
  const { ask, config } = await domainPage(database);
  const fields = { "domain_config.domain": [{ code: "own_name" }] };
  await expect(ask("cdn_b", TARGET)).rejects.toMatchObject({ fields });
  expect(await config()).toMatchObject({ status: "disabled" });
});

test("what is active stays so when its way is lost", async ({ database }) => {
  const name = newName();
  const { ask, turn, config } = await domainPage(database);
  world.dns.add(name, "CNAME", TARGET);
  await ask("cdn_b", name);
  await turn(3);
  expect((await config()).status).toBe("active");
  world.dns.remove(name);
  await turn(2);
  expect((await config()).status).toBe("active");
});

async function look(database: Parameters<typeof examine>[0], name: string, phase = "configuring") {
  const asked = { name, provider: "cdn_b", token: TOKEN, driver_records: null, phase };
  const { diagnosis, ...rest } = await examine(database, asked, LIMITS);
  return { ...rest, diagnosis, report: reportIn(translator("en"), diagnosis) };
}

const TROUBLES = [
  ["not_found", null],
  ["timeout", "silent"],
  ["servfail", "broken"],
  ["refused", "refused"],
] as const;

test("each way in which DNS fails has a sentence of its own", async ({ database }) => {
  test.slow();
  const looks = TROUBLES.map(async ([code, trouble]) => {
    const name = newName();
    if (trouble) world.dns.trouble(name, trouble);
    const { report } = await look(database, name);
    expect(report.records[0]).toMatchObject({ type: "CNAME", expected: TARGET, found: [], code });
    expect(report.state).toBe("waiting");
    // Of what nobody answered nothing is said to be in order.
    const dnssec = code === "not_found" ? "right" : "unknown";
    expect(report.dnssec).toMatchObject({ state: dnssec, code: `dnssec_${dnssec}` });
    return report.records[0]?.text.replaceAll(name, "");
  });
  const name = newName();
  world.dns.add(name, "TXT", "something");
  const { report } = await look(database, name);
  expect(report.records[0]).toMatchObject({ state: "missing", code: "no_data" });
  const texts = [report.records[0]?.text.replaceAll(name, ""), ...(await Promise.all(looks))];
  expect(new Set(texts).size).toBe(5);
  expect(report.forward).toContain(`Type: CNAME\n  Name: ${name}\n  Value: ${TARGET}`);
});

test("signatures that are wrong are told from name servers that fail", async ({ database }) => {
  const name = newName();
  world.dns.add(name, "CNAME", TARGET).trouble(name, "badly_signed");
  const { report } = await look(database, name);
  expect(report.dnssec).toMatchObject({ state: "broken", code: "dnssec_broken" });
  world.dns.trouble(name, "broken");
  expect((await look(database, name)).report.dnssec.state).toBe("unknown");
});

test("CAA records of a parent that forbid our authority are seen, with what to add", async ({
  database,
}) => {
  world.change({ HTTPS_PORT: "8443" });
  const name = newName();
  world.dns.add(name, "CNAME", TARGET);
  expect((await look(database, name)).report.caa).toMatchObject({ state: "none" });
  world.dns.add("example.com", "CAA", ["issue", "sectigo.com"]);
  const { report, isServed } = await look(database, name);
  expect(isServed).toBe(false);
  expect(report).toMatchObject({
    code: "waiting_caa",
    caa: { state: "forbidden", name: "example.com", found: ['0 issue "sectigo.com"'] },
  });
  expect(report.forward).toContain('Name: example.com\n  Value: 0 issue "letsencrypt.org"');
  world.dns.add("example.com", "CAA", ["issue", "letsencrypt.org"]);
  expect((await look(database, name)).report.caa.state).toBe("allowed");
});

test("records that lead elsewhere are named, as is what has to go", async ({ database }) => {
  const [wrong, old, wild] = [newName(), newName(), newName()];
  world.dns.add(wrong, "CNAME", "www.example.org");
  const { report } = await look(database, wrong);
  expect(report.records[0]).toMatchObject({ state: "wrong", code: "cname_wrong" });
  world.dns.add(old, "A", "127.0.0.1", ELSEWHERE).add(old, "AAAA", "2001:db8::1");
  const beside = await look(database, old);
  expect(beside.diagnosis.remove).toEqual([ELSEWHERE, "2001:db8::1"]);
  expect(beside.report.problems.map(({ code }) => code)).toContain("ipv6_elsewhere");
  world.dns.add(`*.${wild}`, "CNAME", "www.example.org");
  const { report: surprised } = await look(database, `status.${wild}`);
  expect(surprised.problems.map(({ code }) => code)).toContain("wildcard");
});
