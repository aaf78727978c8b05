import { senders } from "#lib/notifications/send-batch.ts";
import { shiftClock } from "#lib/platform/clock.ts";
import { installJobs } from "#lib/server/worker/worker.ts";
import { useSmtp } from "#tests/support/data/news.ts";
import { MailServer } from "#tests/support/stand-ins/mail-server.ts";
import { test as base } from "#tests/support/test.ts";

export { expect } from "#tests/support/test.ts";

/** Where mail of this process goes in the test that runs. */
export let mails: MailServer;

/** Tests that send mail in this process, each to a server of its own. */
export const test = base.extend<{ mails: MailServer }>({
  mails: [
    async ({ database: _ }, use) => {
      await installJobs();
      mails = await MailServer.open();
      useSmtp(mails.url);
      await use(mails);
      shiftClock(0);
      await senders.stop();
      await mails.close();
      useSmtp("");
    },
    { auto: true },
  ],
});
