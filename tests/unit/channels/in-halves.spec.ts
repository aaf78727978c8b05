import { expect, test } from "@playwright/test";
import type { AddressedMessage } from "#lib/channels/channel.ts";
import { retryInHalves } from "#lib/channels/email/message.ts";
import { testRecipient } from "#lib/notifications/test-messages.ts";
import { shiftClock } from "#lib/platform/clock.ts";
import { delivered, refusesMessage } from "#lib/platform/verdict.ts";

test.afterEach(() => shiftClock(0));

const messages = (count: number): AddressedMessage<number>[] =>
  Array.from({ length: count }, (_, message) => ({
    recipient: testRecipient(`${message}@example.com`),
    message,
  }));

test("one address that is refused keeps the mail from nobody else", async () => {
  const hand = retryInHalves<number>(async (some) =>
    some.some(({ message }) => message === 3) ? refusesMessage("refused") : delivered("ok"),
  );
  const verdicts = await hand(messages(8), { sender: null });
  expect(verdicts.map(({ outcome }) => outcome === "delivered")).toEqual(
    Array.from({ length: 8 }, (_, message) => message !== 3),
  );
});

test("a provider that refuses slowly is asked no longer than the messages are claimed", async () => {
  let passed_s = 0;
  const hand = retryInHalves<number>(async () => {
    passed_s += 10;
    shiftClock(passed_s * 1_000);
    return refusesMessage("refused");
  });
  const verdicts = await hand(messages(1_000), { sender: null });
  expect(passed_s).toBeLessThan(60);
  expect(verdicts).toHaveLength(1_000);
  expect(verdicts.at(-1)).toMatchObject({ outcome: "try_again", reason: "its turn did not come" });
});
