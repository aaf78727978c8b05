import { expect, test } from "@playwright/test";
import { readSenderRecords } from "#lib/channels/sender-domain.ts";
import { provideEnv } from "#lib/platform/config/env.ts";
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

async function states(records: Record<string, string[]>, provider: string | null = null) {
  for (const [name, texts] of Object.entries(records)) server.add(name, "TXT", ...texts);
  const { spf, dkim, dmarc } = await readSenderRecords("news.acme.test", provider);
  for (const name of Object.keys(records)) server.remove(name);
  return [spf.state, dkim.state, dmarc.state];
}

const SPF = "v=spf1 include:_spf.sendgrid.net ~all";
const KEY = `v=DKIM1; k=rsa; p=${"A".repeat(400)}`;

test("a sender's records are told as they stand there, those of its organization among them", async () => {
  expect(await states({})).toEqual(["missing", "missing", "missing"]);
  const good = {
    "news.acme.test": ["google-site-verification=1", SPF],
    "s1._domainkey.news.acme.test": [KEY],
    "_dmarc.acme.test": ["v=DMARC1; p=reject; rua=mailto:a@acme.test"],
  };
  expect(await states(good)).toEqual(["found", "found", "enforced"]);
  expect(await states(good, "sendgrid.net")).toEqual(["found", "found", "enforced"]);
  expect(await states(good, "mailgun.org")).toEqual(["lacks_provider", "found", "enforced"]);
});

test("what makes records worthless is told", async () => {
  const twice = {
    "news.acme.test": [SPF, "v=spf1 -all"],
    "_dmarc.news.acme.test": ["v=DMARC1;p=none"],
  };
  expect(await states(twice)).toEqual(["several", "missing", "watches"]);
  const open = {
    "news.acme.test": ["v=spf1 +all"],
    "k1._domainkey.news.acme.test": ["v=DKIM1; p="],
    "_dmarc.news.acme.test": ["v=DMARC1; p=none", "v=DMARC1; p=reject"],
  };
  expect(await states(open)).toEqual(["open", "revoked", "several"]);
  const unusual = { "of-our-own._domainkey.news.acme.test": [KEY] };
  expect(await states(unusual)).toEqual(["missing", "unusual", "missing"]);
});

test("a name server that says nothing is waited for a few seconds at most", async () => {
  server.isSilent = () => true;
  const began = performance.now();
  expect(await states({})).toEqual(["no_answer", "no_answer", "no_answer"]);
  expect(performance.now() - began).toBeLessThan(8_000);
});
