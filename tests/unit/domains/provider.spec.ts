import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { expect, test } from "@playwright/test";
import { z } from "zod";
import { type DomainTask, Postponed, type Progress } from "#lib/domains/driver.ts";
import {
  configFields,
  failing,
  Provider,
  ProviderRefusal,
  type Reply,
  removing,
} from "#lib/domains/drivers/provider.ts";
import { allowPrivateTargets } from "#tests/support/server/env.ts";
import { listenHere, shut } from "#tests/support/server/loopback.ts";

test.afterEach(() => allowPrivateTargets(false));

class Cdn extends Provider {}
const SECRET = "a-secret-key";
const cdn = (base = "https://cdn.example") =>
  new Cdn({ name: "cdn_a", base, headers: { "x-key": SECRET }, secret: SECRET });
const task: DomainTask = {
  ...{ id: 1, name: "status.example.com", provider: "cdn_a", token: "t", state: { zone: "z" } },
  ...{ status_page_id: 1, organization_id: 1 },
};
const fields = configFields({ external_id: "e" });

test("a refusal fails a domain, which tells why; trouble that may pass does not", async () => {
  const step = (outcome: Progress | Error) =>
    failing(
      async () => {
        if (outcome instanceof Error) throw outcome;
        return outcome;
      },
      () => fields,
    )(task);
  const failed = { kind: "failed", state: { zone: "z", has_failed: true }, fields, error: "No." };
  expect(await step(new ProviderRefusal("No."))).toEqual(failed);
  const own = { kind: "failed", state: { a: 1 }, fields, error: "Own." } as const;
  expect(await step(own)).toEqual({ ...own, state: { a: 1, has_failed: true } });
  const active = { kind: "active", state: {}, fields, again_ms: 1 } as const;
  expect(await step(active)).toBe(active);
  for (const error of [new Postponed("Busy."), new Error("Bug.")])
    await expect(step(error)).rejects.toBe(error);
});

test("a refused removal is tried again, with its reason", async () => {
  const remove = (error: Error) => removing(() => Promise.reject(error))(task).catch((one) => one);
  const postponed = await remove(new ProviderRefusal("No."));
  expect(postponed).toBeInstanceOf(Postponed);
  expect(postponed).toMatchObject({ message: "No.", after_ms: 0 });
  const bug = new Error("Bug.");
  expect(await remove(bug)).toBe(bug);
  await removing(async () => {})(task);
});

test("records that are not known are empty, and the main one is where the domain leads", () => {
  const empty = { hostname_cname_name: "", hostname_cname_value: "", hostname_txt_name: "" };
  const others = { hostname_txt_value: "", certificate_txt_name: "", certificate_txt_value: "" };
  expect(configFields({})).toEqual({
    validation_records: { ...empty, ...others },
    ...{ main_hostname: null, external_id: null, pullzone_id: null },
  });
  expect(configFields({ hostname_cname_value: "edge.example", pullzone_id: 7 })).toEqual({
    validation_records: { ...empty, ...others, hostname_cname_value: "edge.example" },
    ...{ main_hostname: "edge.example", external_id: null, pullzone_id: 7 },
  });
});

const REASONS: [body: unknown, reason: string][] = [
  [null, "HTTP 400"],
  [{}, "HTTP 400"],
  [{ errors: null, Message: null }, "HTTP 400"],
  [{ errors: [] }, "HTTP 400"],
  [{ errors: [{ code: 1 }] }, "HTTP 400"],
  [{ errors: "no", Message: 7 }, "HTTP 400"],
  [{ errors: [{ message: "One" }, {}, { message: "two" }] }, "One; two"],
  [{ Message: "Only" }, "Only"],
  [{ errors: [{ message: "One" }], Message: "Only" }, "One; Only"],
  [{ Message: `The key ${SECRET}\n is  ${SECRET} ` }, "The key … is …"],
  [{ Message: "m".repeat(300) }, "m".repeat(300)],
  [{ Message: "m".repeat(301) }, `${"m".repeat(300)}…`],
];

test("why a provider refuses is said in its words, in one line and without the key", () => {
  for (const [body, reason] of REASONS)
    expect(() => cdn().refuse({ status: 400, body }, "the zone")).toThrow(
      new ProviderRefusal(`cdn_a refused the zone: ${reason}`),
    );
});

test("an answer below 400 is read, one of another shape is tried again", () => {
  const shape = z.object({ id: z.string() });
  const read = (status: number, body: unknown) => cdn().read({ status, body }, shape, "the zone");
  expect(read(399, { id: "z" })).toEqual({ id: "z" });
  expect(() => read(400, { id: "z" })).toThrow(ProviderRefusal);
  expect(() => read(200, { id: 7 })).toThrow(Postponed);
  expect(() => read(200, null)).toThrow("cdn_a gave an odd answer; it is tried again.");
});

const ANSWERS: [status: number, outcome: string][] = [
  [200, "200"],
  [404, "404"],
  [401, "ProviderRefusal: cdn_a does not accept the credentials (Denied)."],
  [403, "ProviderRefusal: cdn_a does not accept the credentials (Denied)."],
  [408, "Postponed 60000: cdn_a has trouble (HTTP 408)"],
  [429, "Postponed 60000: cdn_a asks to wait (HTTP 429)."],
  [499, "499"],
  [500, "Postponed 60000: cdn_a has trouble (HTTP 500)"],
];

test("a provider's status decides: an answer, a refusal for good, or another try when it says", async () => {
  allowPrivateTargets(true);
  const received: (string | undefined)[][] = [];
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    const { method, url, headers } = request;
    bodies.push(await text(request));
    received.push([method, headers["x-key"] as string, headers.accept]);
    const status = Number(url?.slice(1));
    response.writeHead(status, { "retry-after": "60" });
    response.end(status === 404 ? "<html>" : JSON.stringify({ Message: "Denied" }));
  });
  const base = `http://127.0.0.1:${await listenHere(server)}`;
  const outcome = ({ status }: Reply) => String(status);
  const refusal = (error: Error) => {
    const wait = error instanceof Postponed ? `Postponed ${error.after_ms}` : "ProviderRefusal";
    return `${wait}: ${error.message}`;
  };
  for (const [status, expected] of ANSWERS) {
    const asked = cdn(base).ask({ method: "GET", path: `/${status}` });
    expect(await asked.then(outcome, refusal)).toMatch(new RegExp(`^${RegExp.escape(expected)}`));
  }
  expect((await cdn(base).ask({ method: "PUT", path: "/404", body: { a: 1 } })).body).toBeNull();
  expect([received[0], received.at(-1)?.[0]]).toEqual([["GET", SECRET, "application/json"], "PUT"]);
  expect([bodies[0], bodies.at(-1)]).toEqual(["", '{"a":1}']);
  await shut(server);
  const gone = await cdn(base).ask({ method: "GET", path: "/200" }).catch(refusal);
  expect(gone).toMatch(/^Postponed 0: cdn_a cannot be reached \(.+\); it is tried again\.$/);
});
