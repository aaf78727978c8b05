import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import { openMailReceiver } from "#lib/monitoring/reports/mail-receiver.ts";
import { provideEnv } from "#lib/platform/config/env.ts";
import { installJobs } from "#lib/server/worker/worker.ts";
import { certify } from "#tests/support/data/certificates.ts";
import { mintOrganization, mintService } from "#tests/support/data/mint.ts";
import { authority, putCertificate } from "#tests/support/http/https.ts";
import { ownPort } from "#tests/support/server/port.ts";
import { expect, test } from "#tests/support/test.ts";

const DOMAIN = "in.example.com";
const port = await ownPort();
let close: () => Promise<void>;

function settings(given: Record<string, string>): void {
  Object.assign(process.env, given);
  provideEnv({});
}

test.beforeEach(async ({ database }) => {
  await installJobs().then(() => void database);
  settings({ INBOUND_EMAIL_DOMAIN: DOMAIN, INBOUND_SMTP_PORT: String(port) });
});
test.afterEach(async () => {
  await close();
  const none = { TLS_CERTIFICATE_FILE: "", TLS_KEY_FILE: "" };
  settings({ INBOUND_EMAIL_DOMAIN: "", INBOUND_SMTP_PORT: "", ...none });
});

type Database = Parameters<typeof mintService>[0];

async function mintAddress(database: Database): Promise<string> {
  const { page } = await mintOrganization(database);
  const id = await mintService(database, page.id);
  const { inbound_email_id } = await database
    .updateTable("services")
    .set({ monitoring: "3rd_party", monitoring_options: '{"keyword_down": "DOWN"}' })
    .where("id", "=", id)
    .returning("inbound_email_id")
    .executeTakeFirstOrThrow();
  return `${inbound_email_id}@${DOMAIN}`;
}

/** Sends as a mail server does; encrypted, or not at all, when it is told to. */
function send(to: string, requireTLS: boolean) {
  const tls = { ca: authority.cert, servername: DOMAIN };
  const transport = createTransport({ host: "127.0.0.1", port, requireTLS, tls });
  const mail = { from: "tool@example.com", to, subject: "DOWN", text: "It is down" };
  return transport.sendMail(mail).then(
    ({ response }) => response.slice(0, 3),
    (error: { code?: string }) => error.code ?? String(error),
  );
}

test("mail is encrypted with the installation's certificate, once it has one", async ({
  database,
}) => {
  const address = await mintAddress(database);
  close = openMailReceiver();
  await expect.poll(() => send(address, false)).toBe("250");
  expect(await send(address, true)).not.toBe("250");
  await close();
  await putCertificate(database, DOMAIN);
  close = openMailReceiver();
  await expect.poll(() => send(address, true)).toBe("250");
  expect(await send(address, false)).toBe("250");
});

test("mail is encrypted with the certificate of TLS_CERTIFICATE_FILE; one that does not fit its key is not offered", async ({
  database,
}, { outputDir }) => {
  const address = await mintAddress(database);
  const { cert, keyPem } = certify({ host: DOMAIN, by: authority });
  mkdirSync(outputDir, { recursive: true });
  const [file, key] = [join(outputDir, "cert.pem"), join(outputDir, "key.pem")];
  writeFileSync(file, cert);
  writeFileSync(key, certify({ host: DOMAIN, by: authority }).keyPem);
  settings({ TLS_CERTIFICATE_FILE: file, TLS_KEY_FILE: key });
  close = openMailReceiver();
  await expect.poll(() => send(address, false)).toBe("250");
  expect(await send(address, true)).not.toBe("250");
  await close();
  writeFileSync(key, keyPem);
  close = openMailReceiver();
  await expect.poll(() => send(address, true)).toBe("250");
});
