import { senders } from "#lib/notifications/send-batch.ts";
import { shiftClock } from "#lib/platform/clock.ts";
import { tellThroughOutages } from "#tests/support/data/relay-outages.ts";
import { test } from "#tests/support/stand-ins/relay-test.ts";

test("a relay that breaks in the middle of 2,000 mails costs no reader, twenty times over", async ({
  database,
  mails,
}) => {
  test.setTimeout(30 * 60_000);
  const first = Number(process.env.TEST_SEED);
  for (let seed = first; seed < first + 20; seed++) {
    await tellThroughOutages(database, mails, { count: seed === first ? 2_000 : 300, seed });
    shiftClock(0);
    await senders.stop();
  }
});
