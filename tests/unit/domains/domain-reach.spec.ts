import type { RequestListener } from "node:http";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { expect, test } from "@playwright/test";
import { type Reach, reach } from "#lib/domains/diagnosis/reach.ts";
import { proofOf } from "#lib/domains/dns-records.ts";
import { DomainWorld, proves, TARGET } from "#tests/support/data/domain-world.ts";

const NAME = "status.customer.test";
const TOKEN = "b".repeat(64);
const HERE = "127.0.0.1";

let world: DomainWorld;

test.beforeEach(async () => {
  world = await DomainWorld.open();
  world.dns.add(NAME, "A", HERE);
});
test.afterEach(() => world.close());

const PATIENT = { each_ms: 10_000, all_ms: 20_000 };
const HASTY = { each_ms: 300, all_ms: 600 };

const ask = (own: string[] = [], limits = PATIENT): Promise<Reach> =>
  reach({ name: NAME, token: TOKEN, own, limits });

const httpAnswer = async (answer: RequestListener, limits = PATIENT) => {
  world.answer = answer;
  return (await ask([], limits)).http;
};

test("a proof is this installation's, for this name and this token", async () => {
  expect(await httpAnswer(proves)).toMatchObject({ outcome: "proof", status: 200, address: HERE });
  const answers: [outcome: string, body: string][] = [
    ["installation", "0".repeat(64)],
    ["installation", proofOf("other.customer.test", TOKEN)],
    ["installation", proofOf(NAME, "c".repeat(64))],
    ["host_rewritten", proofOf(TARGET, TOKEN)],
    ["other", "<h1>Parked</h1>"],
  ];
  for (const [outcome, body] of answers)
    expect(await httpAnswer((_, response) => response.end(body))).toMatchObject({ outcome });
});

test("an error with the right body proves nothing", async () => {
  const failing: RequestListener = (request, response) => {
    response.statusCode = 503;
    proves(request, response);
  };
  expect(await httpAnswer(failing)).toMatchObject({ outcome: "other", status: 503 });
});

test("what hangs, and what never ends, is left in time", async () => {
  expect(await httpAnswer(() => {}, HASTY)).toMatchObject({ outcome: "timeout" });
  let sent = 0;
  const endless: RequestListener = (_, response) => {
    const more = () => {
      sent += 1;
      response.write("0".repeat(1_000));
      if (!response.destroyed) setImmediate(more);
    };
    more();
  };
  expect(await httpAnswer(endless)).toMatchObject({ outcome: "other", status: 200 });
  expect(sent).toBeLessThan(100_000);
});

test("redirects are followed on the same name only, and not in circles", async () => {
  const to = (location: string): RequestListener => {
    return (_, response) => response.writeHead(302, { location }).end();
  };
  expect(await httpAnswer(to("/.well-known/again"))).toMatchObject({ outcome: "redirect_loop" });
  const other = "http://evil.test/";
  expect(await httpAnswer(to(other))).toMatchObject({ outcome: "redirect_elsewhere", to: other });
  const atPort = `http://${NAME}:22/`;
  expect(await httpAnswer(to(atPort))).toMatchObject({ outcome: "redirect_elsewhere" });
  let count = 0;
  const onAndOn: RequestListener = (_, response) => {
    count += 1;
    response.writeHead(302, { location: `/${count}` }).end();
  };
  expect(await httpAnswer(onAndOn)).toMatchObject({ outcome: "redirect_loop" });
  expect(count).toBeLessThan(10);
});

test("a redirect to HTTPS is followed; its certificate is judged, not demanded", async () => {
  await world.secure(NAME, undefined);
  const { PUBLIC_HTTPS_PORT: port } = process.env;
  world.answer = ({ url }, response) =>
    response.writeHead(301, { location: `https://${NAME}:${port}${url}` }).end();
  const { http, https } = await ask();
  expect(http.outcome).toBe("proof");
  expect(https).toMatchObject({ outcome: "proof", certificate: { error: expect.any(String) } });
});

test("a certificate is valid for the name that it was issued for", async () => {
  const before = getCACertificates("default");
  setDefaultCACertificates([...before, world.authority.cert]);
  try {
    await world.secure(NAME, world.authority);
    expect((await ask()).https).toMatchObject({ outcome: "proof", certificate: { error: null } });
    world.dns.add("other.customer.test", "A", HERE);
    const other = await reach({ name: "other.customer.test", token: TOKEN, own: [] });
    expect(other.https.certificate?.error).toBe("ERR_TLS_CERT_ALTNAME_INVALID");
  } finally {
    setDefaultCACertificates(before);
  }
});

test("private addresses are not called, unless they are our own", async () => {
  world.change({ ALLOW_PRIVATE_TARGETS: "0" });
  expect((await ask()).http.outcome).toBe("address_refused");
  expect(world.asked).toEqual([]);
  expect((await ask([HERE])).http.outcome).toBe("proof");
});

test("a name that is moved to a private address between look-up and call is not called", async () => {
  world.change({ ALLOW_PRIVATE_TARGETS: "0" });
  world.dns.once.set(NAME, "203.0.113.7");
  const { addressesOf } = await import("#lib/platform/dns/resolver.ts");
  expect((await addressesOf(NAME, 4)).found).toEqual(["203.0.113.7"]);
  const { http, https } = await ask();
  expect([http.outcome, https.outcome]).toEqual(["address_refused", "address_refused"]);
  expect(world.asked).toEqual([]);
});
