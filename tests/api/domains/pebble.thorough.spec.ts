import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { connect, type TLSSocket } from "node:tls";
import { sql } from "kysely";
import { newDomain } from "#tests/support/data/domains.ts";
import { apiOf } from "#tests/support/http/api.ts";
import { Gate } from "#tests/support/http/gate.ts";
import { APP_SECRET } from "#tests/support/server/env.ts";
import { ownPort } from "#tests/support/server/port.ts";
import { run } from "#tests/support/server/run.ts";
import { startServer } from "#tests/support/server/server.ts";
import { NameServer } from "#tests/support/stand-ins/name-server.ts";
import { findPebble, Pebble } from "#tests/support/stand-ins/pebble.ts";
import { expect, test } from "#tests/support/test.ts";

const TARGET = "edge.example.net";

type Seen = { serial: string; text: string };

/** What a visitor gets who trusts one root alone. */
function visit(port: number, servername: string, ca: string): Promise<Seen> {
  return new Promise((resolve, reject) => {
    const socket: TLSSocket = connect({ host: "127.0.0.1", port, servername, ca }, () => {
      const serial = socket.getPeerX509Certificate()?.serialNumber ?? "";
      let text = "";
      socket.setEncoding("utf8").on("data", (part) => {
        text += part;
      });
      socket.on("end", () => resolve({ serial, text }));
      socket.write(`GET / HTTP/1.1\r\nHost: ${servername}\r\nConnection: close\r\n\r\n`);
    });
    socket.on("error", reject);
  });
}

type Closing = { close(): unknown };
const opened: Closing[] = [];

function closedAfterwards<T extends Closing>(one: T): T {
  opened.push(one);
  return one;
}

test.afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close();
});

/** A server whose domains an authority certifies, which finds them by a name server. */
async function certifying(databaseUrl: string, program: string) {
  const dns = closedAfterwards(await NameServer.open());
  const [port, https_port] = [await ownPort(), await ownPort()];
  // Where the authority takes port 80 to be.
  const gate = closedAfterwards(new Gate(port));
  const ports = { http: await gate.listen(), tls: https_port, dns: dns.address };
  const pebble = closedAfterwards(await Pebble.open(program, ports));
  const ca_file = join(run().folder, "pebble-ca.pem");
  await writeFile(ca_file, pebble.ca);
  const env = {
    APP_SECRET,
    HTTPS_PORT: String(https_port),
    DOMAIN_TARGET: TARGET,
    DNS_SERVERS: dns.address,
    ACME_DIRECTORY_URL: pebble.directory,
    ACME_CA_FILE: ca_file,
    ACME_EMAIL: "operator@example.net",
  };
  const server = await startServer({ databaseUrl, port, env });
  closedAfterwards({ close: () => server.stop() });
  return { dns, gate, pebble, server, https_port, root: await pebble.root() };
}

test("a domain is asked for, certified, served over HTTPS, renewed and taken away, with a real authority", async ({
  database,
  databaseUrl,
  organization,
}) => {
  test.setTimeout(300_000);
  const program = await findPebble();
  test.skip(program === null, "Go, by which pebble is installed, is not on this machine");
  const { dns, gate, pebble, server, https_port, root } = await certifying(
    databaseUrl,
    program ?? "",
  );
  const { subdomain } = organization.page;
  const api = apiOf(server, organization.keys.admin);
  const path = `/orgs/${organization.id}/status_pages/${subdomain}`;
  const put = (provider: string | null, domain: string | null) =>
    api.put(path, { status_page: { domain_config: { provider, domain } } });
  const statusOf = async () =>
    (await api.get(path)).json<{ status_page: { domain_config: { status: string } } }>().status_page
      .domain_config.status;
  const name = newDomain();
  const due = (column: "due_at" | "renew_at") =>
    database
      .updateTable("certificates")
      .set({ due_at: sql<string>`now()`, [column]: sql<string>`now()` })
      .where("name", "=", name)
      .execute();
  const certificate = () =>
    database
      .selectFrom("certificates")
      .select(["error", "serial", "challenge"])
      .where("name", "=", name)
      .executeTakeFirst();

  // Port 80 does not lead here at first: TLS-ALPN-01 does.
  gate.isOpen = false;
  dns.add(TARGET, "A", "127.0.0.1").add(name, "CNAME", TARGET);
  expect((await put("legacy_custom_domain", name)).status).toBe(200);
  await expect.poll(async () => (await certificate())?.error).toContain("could not reach");
  await due("due_at");
  await expect.poll(statusOf).toBe("active");
  const first = await visit(https_port, name, root);
  expect(first.text).toContain("200 OK");
  expect(first.text).toContain(organization.page.name);

  gate.isOpen = true;
  await due("renew_at");
  const serial = async () => (await visit(https_port, name, root)).serial;
  await expect.poll(serial).not.toBe(first.serial);
  const renewed = await serial();
  expect((await certificate())?.serial).toBe(renewed);
  expect(await pebble.statusOf(renewed)).toBe("Valid");

  expect((await put(null, null)).status).toBe(200);
  await expect.poll(() => pebble.statusOf(renewed)).toBe("Revoked");
  const refused = () =>
    visit(https_port, name, root).then(
      () => "served",
      () => "refused",
    );
  await expect.poll(refused).toBe("refused");
  expect(await certificate()).toBeUndefined();
});
