import { MailServer } from "#tests/support/stand-ins/mail-server.ts";
import { test as base } from "#tests/support/test.ts";

export { expect } from "#tests/support/test.ts";

/** Tests whose server sends its mail to `mails`. */
export const test = base.extend<object, { mails: MailServer }>({
  mails: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
    async ({}, use) => {
      const server = await MailServer.open();
      await use(server);
      await server.close();
    },
    { scope: "worker" },
  ],
  serverEnv: [
    async ({ mails }, use) => use({ SMTP_URL: mails.url, MAIL_FROM: "bounces@status.example" }),
    { scope: "worker" },
  ],
});
