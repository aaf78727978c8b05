import { senders } from "#lib/notifications/send-batch.ts";
import { shiftClock } from "#lib/platform/clock.ts";
import { installJobs } from "#lib/server/worker/worker.ts";
import { useSmtp } from "#tests/support/data/news.ts";
import { tellThroughOutages } from "#tests/support/data/relay-outages.ts";
import { MailServer } from "#tests/support/stand-ins/mail-server.ts";
import { test } from "#tests/support/test.ts";

test("a relay that breaks in the middle of 2,000 mails costs no reader, twenty times over", async ({
  database,
}) => {
  test.setTimeout(30 * 60_000);
  await installJobs();
  const first = Number(process.env.TEST_SEED);
  const mails = await MailServer.open();
  useSmtp(mails.url);
  for (let seed = first; seed < first + 20; seed++) {
    await tellThroughOutages(database, mails, { count: seed === first ? 2_000 : 300, seed });
    shiftClock(0);
    await senders.stop();
  }
  await mails.close();
  useSmtp("");
});
