import { execFile } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "@playwright/test";
import { SMTPServer } from "smtp-server";
import { ROOT } from "#tests/support/code/sources.ts";
import { certify } from "#tests/support/data/certificates.ts";
import { authority } from "#tests/support/http/https.ts";
import { ownFolder } from "#tests/support/server/folder.ts";

const { cert, keyPem: key } = certify({ host: "localhost", by: authority });
let mails: SMTPServer;
let receiver: ReturnType<typeof createServer>;

test.beforeAll(async () => {
  const options = { cert, key, secure: true, authOptional: true, logger: false };
  mails = new SMTPServer({
    ...options,
    onData: (stream, _, done) => stream.resume().on("end", done),
  });
  mails.on("error", () => {});
  receiver = createServer({ cert, key }, (_, response) => response.writeHead(204).end());
  await once(mails.listen(0, "127.0.0.1"), "listening");
  await once(receiver.listen(0, "127.0.0.1"), "listening");
});
test.afterAll(async () => {
  receiver.close();
  await new Promise<void>((resolve) => mails.close(resolve));
});

/** Calls a mail server and a webhook as the program does, in a process of its own. */
async function callBoth(env: Record<string, string>): Promise<string[]> {
  const ports = [
    (mails.server.address() as AddressInfo).port,
    (receiver.address() as AddressInfo).port,
  ];
  const code = `
    import { sendMail } from "#lib/platform/mail/send.ts";
    import { callHttp } from "#lib/platform/http/http.ts";
    const mail = { message_id: "a@b.example", from: { name: "", address: "a@b.example" },
      reply_to: null, to: "c@b.example", subject: "", text: "", html: "", headers: {} };
    const { outcome, reason } = await sendMail(mail);
    const call = { method: "POST", timeout_ms: 9_000, max_bytes: 9 };
    const called = callHttp("https://localhost:${ports[1]}/", call);
    const { status } = await called.catch(({ failure }) => ({ status: failure }));
    console.log(JSON.stringify([reason ?? outcome, String(status)]));
    process.exit(0);`;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--input-type=module", "--eval", code],
    {
      cwd: ROOT,
      env: {
        ...process.env,
        SMTP_URL: `smtps://localhost:${ports[0]}`,
        ALLOW_PRIVATE_TARGETS: "1",
        ...env,
      },
    },
  );
  return JSON.parse(stdout.trim().split("\n").at(-1) ?? "[]");
}

test("NODE_EXTRA_CA_CERTS makes a private authority's mail servers and receivers trusted", async () => {
  const file = join(await ownFolder(), "ca.pem");
  await writeFile(file, authority.cert);
  expect(await callBoth({ NODE_EXTRA_CA_CERTS: file })).toEqual(["delivered", "204"]);
  const [mail, hook] = await callBoth({ NODE_EXTRA_CA_CERTS: "" });
  expect(mail).toMatch(/^mail server ESOCKET CONN \(.*certificate.*\)$/);
  expect(hook).toBe("tls_failed");
});
