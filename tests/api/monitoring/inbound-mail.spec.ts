import { once } from "node:events";
import { connect } from "node:net";
import { createInterface } from "node:readline";
import { createTransport } from "nodemailer";
import type { ServiceReport } from "#lib/monitoring/reports/schema.ts";
import { servicesOf } from "#tests/support/data/services.ts";
import type { Api } from "#tests/support/http/api.ts";
import { ownPort } from "#tests/support/server/port.ts";
import { expect, test } from "#tests/support/test.ts";

const port = await ownPort();

test.use({ serverEnv: { INBOUND_SMTP_PORT: String(port), INBOUND_EMAIL_DOMAIN: "in.example" } });

async function mailed(api: Api, subdomain: string, given: object = {}) {
  const { create, get, path } = servicesOf(api, subdomain);
  const options = { keyword_up: "UP", keyword_down: "DOWN" };
  const service = await create({
    name: "Checkout",
    monitoring: "3rd_party",
    monitoring_options: options,
    ...given,
  } as { name: string });
  return {
    address: `${service.inbound_email_id}@in.example`,
    shown: service.inbound_email_address,
    isUp: async () => (await get(service.id)).is_up,
    reports: async () => {
      const answer = await api.get(`${path}/${service.id}/reports`);
      return answer.json<{ reports: ServiceReport[] }>().reports;
    },
  };
}

const client = createTransport({ host: "127.0.0.1", port, ignoreTLS: true });
const FROM = "alerts@monitor.example";

/** The receiver begins with the worker, a little after the server. */
async function untilOpen(): Promise<void> {
  await expect.poll(() => client.verify().catch(() => false)).toBe(true);
}

async function codeOf(sending: Promise<unknown>): Promise<number | "taken"> {
  return sending.then(
    () => "taken",
    (error) => error.responseCode,
  );
}

test("a mail to the address of a service says whether it is up; what says nothing is kept", async ({
  api,
  organization,
  server,
}) => {
  await untilOpen();
  const service = await mailed(api, organization.page.subdomain);
  expect(service.shown).toBe(service.address);
  const send = (subject: string, text: string) =>
    client.sendMail({ from: FROM, to: service.address, subject, text });
  await send("Checkout is DOWN", "Password: hunter2");
  await expect.poll(service.isUp).toBe(false);
  await send("Checkout is up again", "It was down for two minutes.");
  await expect.poll(service.isUp).toBe(true);
  await send("Weekly report", "All is well");
  await expect.poll(async () => (await service.reports()).length).toBe(3);
  const reports = await service.reports();
  expect(reports.map(({ source, understood, reason }) => [source, understood, reason])).toEqual([
    ["mail", null, "neither_keyword"],
    ["mail", "up", null],
    ["mail", "down", null],
  ]);
  expect(reports[2]?.content).toBe("Checkout is DOWN\n\nPassword: …");
  expect(server.output()).not.toContain(service.address.split("@")[0]);
});

test("the receiver takes mail for services only, of a size, and passes nothing on", async ({
  api,
  organization,
}) => {
  await untilOpen();
  const { address, reports } = await mailed(api, organization.page.subdomain);
  const to = (recipient: string, text = "x") =>
    codeOf(client.sendMail({ from: FROM, to: recipient, subject: "x", text }));
  for (const unknown of [
    "somebody@example.com",
    "postmaster@in.example",
    address.replace(/^.{8}/, "00000000"),
    address.replace("in.example", "in.example.org"),
  ])
    expect([unknown, await to(unknown)]).toEqual([unknown, 550]);
  expect(await to(address, "x".repeat(1_200_000))).toBe(552);
  expect(await to(address.toUpperCase())).toBe("taken");
  const kept = await reports();
  expect(kept.map(({ reason }) => reason)).toEqual(["neither_keyword", "too_large"]);
});

/** The codes that the receiver answers with to these lines, until it ends the connection. */
async function talk(lines: string[]): Promise<string[]> {
  const socket = connect(port, "127.0.0.1");
  const said: string[] = [];
  for await (const line of createInterface({ input: socket })) {
    if (!/^\d{3} /.test(line)) continue;
    said.push(line.slice(0, 3));
    const next = lines.shift();
    if (next === undefined) break;
    socket.write(`${next}\r\n`);
  }
  socket.destroy();
  return said;
}

test("who tries recipients, or sends lines without end, is sent away; others are not kept waiting", async ({
  api,
  organization,
}) => {
  await untilOpen();
  const { address, reports } = await mailed(api, organization.page.subdomain);
  const guesses = Array.from({ length: 9 }, () => "RCPT TO:<nobody@in.example>");
  expect(await talk(["EHLO a.example", "MAIL FROM:<a@a.example>", ...guesses])).toEqual([
    ...["220", "250", "250"],
    ...["550", "550", "550", "550", "550", "421"],
  ]);
  expect((await talk(["x".repeat(100_000)])).at(-1)).toMatch(/^(500|421)$/);
  expect((await talk(["AUTH PLAIN AGEAYg=="])).at(-1)).toMatch(/^50[0-3]$/);
  const waiting = Array.from({ length: 5 }, () => connect(port, "127.0.0.1"));
  await Promise.all(waiting.map((socket) => once(socket, "data")));
  expect(await talk([])).toEqual(["421"]);
  for (const socket of waiting) socket.destroy();
  await expect
    .poll(() => codeOf(client.sendMail({ from: FROM, to: address, subject: "UP", text: "" })))
    .toBe("taken");
  expect((await reports())[0]).toMatchObject({ understood: "up" });
});

test("what a mail provider posts is taken like a mail; others get 404", async ({
  api,
  organization,
  server,
}) => {
  const service = await mailed(api, organization.page.subdomain);
  const post = async (body: string, query = "") => {
    const answer = await server.request(`/api/v2/inbound_emails${query}`, {
      method: "POST",
      headers: { "content-type": "application/octet-stream" },
      body,
    });
    return [answer.status, JSON.parse(answer.text)];
  };
  const form = (fields: Record<string, string>) => post(String(new URLSearchParams(fields)));
  const mail = { subject: "Checkout is DOWN", "body-plain": "x", "stripped-text": "x" };
  expect(await form({ recipient: service.address, ...mail })).toEqual([
    200,
    { emails: [{ understood: "down", changed: true, reason: null }] },
  ]);
  await expect.poll(service.isUp).toBe(false);
  const raw = `To: ${service.address}\r\nSubject: =?utf-8?Q?UP?=\r\n\r\nfine`;
  const parts = [`name="to"\r\n\r\n${service.address}`, `name="email"\r\n\r\n${raw}`];
  const multipart = parts
    .map((part) => `--xYz\r\nContent-Disposition: form-data; ${part}\r\n`)
    .join("");
  expect(await post(`${multipart}--xYz--\r\n`)).toEqual([
    200,
    { emails: [{ understood: "up", changed: true, reason: null }] },
  ]);
  expect(await post(raw.replace("UP", "hello"))).toEqual([
    200,
    { emails: [{ understood: null, changed: false, reason: "neither_keyword" }] },
  ]);
  const notFound = [404, { error: 404, message: "Not found" }];
  const unknown = service.address.replace(/^.{8}/, "00000000");
  expect(await form({ recipient: unknown, ...mail })).toEqual(notFound);
  expect(await post(raw, `?recipient=${unknown}`)).toEqual(notFound);
  for (const unknown of ["", '{"a": 1}'])
    expect(await post(unknown)).toEqual([
      422,
      { errors: { base: ["It is not a mail in a form that is known"] } },
    ]);
  expect(await post("mandrill_events=[]")).toEqual([200, { emails: [] }]);
  const large = await post("x".repeat(1_048_577), `?recipient=${service.address}`);
  expect([large[0], (await service.reports())[0]?.reason]).toEqual([413, "too_large"]);
  const other = await mailed(api, organization.page.subdomain, { monitoring: null });
  expect(await form({ recipient: other.address, ...mail })).toEqual([
    200,
    { emails: [{ understood: null, changed: false, reason: "not_expected" }] },
  ]);
});
