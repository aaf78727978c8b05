import type { Db } from "#db/index.ts";
import { readFindings } from "#lib/api/findings/read.ts";
import { now, shiftClock, wireNow } from "#lib/platform/clock.ts";
import { newsroom } from "#tests/support/data/news.ts";
import { generator } from "#tests/support/data/random.ts";
import type { MailServer, Refusal } from "#tests/support/stand-ins/mail-server.ts";
import { expect } from "#tests/support/test.ts";

/** What relays say while something in or behind them is broken. `code` 0: they hang up. */
const BROKEN: readonly Refusal[] = [
  { at: "RCPT TO", code: 550, text: "5.1.1 User unknown in virtual mailbox table" },
  { at: "RCPT TO", code: 550, text: "5.1.10 RESOLVER.ADR.RecipientNotFound; not found" },
  { at: "RCPT TO", code: 550, text: "relay not permitted" },
  { at: "RCPT TO", code: 554, text: "5.7.1 Relay access denied" },
  { at: "RCPT TO", code: 554, text: "5.7.1 Client host blocked using zen.spamhaus.org" },
  { at: "RCPT TO", code: 451, text: "4.3.0 Temporary lookup failure" },
  { at: "RCPT TO", code: 421, text: "4.3.2 Service shutting down" },
  { at: "RCPT TO", code: 0, text: "" },
  { at: "MAIL FROM", code: 530, text: "5.7.0 Authentication required" },
  { at: "MAIL FROM", code: 452, text: "4.3.1 Insufficient system storage" },
  { at: "DATA", code: 554, text: "5.7.1 Message rejected under suspicion of spam" },
  { at: "DATA", code: 550, text: "5.4.5 Daily user sending limit exceeded" },
  { at: "DATA", code: 451, text: "4.3.0 try again later" },
];

/** Breaks a relay in each of these ways, after some mails each time, until it has refused some. */
function breakAtRandom(mails: MailServer, { seed, count }: { seed: number; count: number }) {
  const next = generator(seed);
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least));
  const shuffled = BROKEN.map((refusal) => ({ refusal, place: next() }));
  const outages = shuffled
    .toSorted((a, b) => a.place - b.place)
    .map(({ refusal }) => ({
      refusal,
      after: between(1, count / (2 * BROKEN.length)),
      refusals: refusal.at === "MAIL FROM" || refusal.code < 500 ? between(1, 9) : between(10, 60),
    }));
  let came = mails.came.length;
  let isBroken = false;
  let asked_until = 0;
  mails.refusalOf = (_to, at) => {
    const [outage] = outages;
    if (!outage || mails.came.length - came < outage.after) return null;
    if (outage.refusal.at !== at) return null;
    // An outage that the last few alone meet cannot be told from their own fault.
    isBroken ||= asked_until - mails.asked >= MANY;
    if (!isBroken) return null;
    outage.refusals -= 1;
    if (outage.refusals <= 0) {
      outages.shift();
      isBroken = false;
      came = mails.came.length;
    }
    return outage.refusal;
  };
  /** @param due how many are asked next */
  const begin = (due: number) => {
    asked_until = mails.asked + due;
  };
  return { begin, happened: () => BROKEN.length - outages.length };
}

const MANY = 15;
const SUBSCRIBED_AT_ONCE = 20;
const ROUND_MS = 6 * 60_000;

/** Tells `count` readers of an incident by a relay that breaks again and again. */
export async function tellThroughOutages(
  db: Db,
  mails: MailServer,
  { count, seed }: { count: number; seed: number },
): Promise<void> {
  const room = await newsroom(db);
  const readers: string[] = [];
  while (readers.length < count) {
    const some = Array.from({ length: SUBSCRIBED_AT_ONCE }, () => room.subscribe());
    for (const { email } of await Promise.all(some)) readers.push(email);
  }
  const { begin, happened } = breakAtRandom(mails, { seed, count });
  await room.open();
  await room.plan();
  const mailFindings = async () =>
    (await readFindings(room.ctx, room.page)).filter(({ kind }) => kind === "mail_waiting");
  let wasTold = false;
  for (let round = 0; round < 100; round++) {
    const rows = await room.ledger();
    begin(rows.filter(({ due_at }) => due_at !== null && due_at <= wireNow()).length);
    await room.send();
    const counts = await room.counts();
    expect(counts, `seed ${seed}`).toMatchObject({ quarantined: 0, withdrawn: 0 });
    const findings = await mailFindings();
    expect(findings.length, `seed ${seed}`).toBeLessThanOrEqual(1);
    wasTold ||= findings.length > 0;
    if (counts.handed_over === count) break;
    shiftClock(now().getTime() - Date.now() + ROUND_MS);
  }
  expect(happened(), `seed ${seed}: outages`).toBeGreaterThan(BROKEN.length / 2);
  const came = Map.groupBy(mails.came, ({ to }) => to);
  const wrong = readers.filter((email) => came.get(email)?.length !== 1);
  expect(wrong, `seed ${seed}`).toEqual([]);
  expect(await mailFindings()).toEqual([]);
  expect(wasTold, `seed ${seed}`).toBe(true);
}
