import { expect, test } from "@playwright/test";
import fc from "fast-check";
import type { Sender } from "#lib/channels/channel.ts";
import { social } from "#lib/channels/mastodon.ts";
import {
  anyContent,
  anyRecipient,
  CONTENT,
  RECIPIENT,
  SENDER,
} from "#tests/support/data/stories.ts";
import { allowPrivateTargets } from "#tests/support/server/env.ts";
import { mastodonProtocol } from "#tests/support/stand-ins/senders.ts";
import { StandIn } from "#tests/support/stand-ins/stand-in.ts";

const ACCOUNT: Sender = { ...SENDER, domain: "social.example", key: "social-key" };

test("a post has at most 500 characters, its whole link, and mentions nobody", () => {
  fc.assert(
    fc.property(anyContent, anyRecipient, (content, recipient) => {
      const { status } = social.render(content, recipient);
      expect(status.length).toBeLessThanOrEqual(500);
      expect(status.endsWith(`, ${content.url}`)).toBe(true);
      expect(status).not.toMatch(/(?<![\w.%+\-\p{L}])@(everyone|here|all)|undefined/iu);
      expect(status.isWellFormed()).toBe(true);
    }),
    { numRuns: 40 },
  );
  expect(social.render(CONTENT, RECIPIENT).status).toBe(
    "Disruption: API slow – We are looking into it: details (https://example.com/a_b_c)., https://acme.status.example/incidents/42",
  );
});

test("a post that is sent twice appears once; answers tell whether the account is at fault", async () => {
  const standIn = await StandIn.open(mastodonProtocol());
  process.env.PROVIDER_URLS = `social.example=${standIn.url}`;
  allowPrivateTargets(true);
  const message = social.render(CONTENT, RECIPIENT);
  const post = async (sender: Sender | null) =>
    (await social.send([{ recipient: RECIPIENT, message }], { sender }))[0];
  const first = await post(ACCOUNT);
  expect(first).toMatchObject({ outcome: "delivered", provider_id: "110000" });
  expect(await post(ACCOUNT)).toEqual(first);
  const never = { outcome: "try_again", about: "us" };
  expect(await post({ ...ACCOUNT, key: "wrong-key" })).toMatchObject(never);
  expect(await post(null)).toMatchObject(never);
  standIn.next.push({ status: 429 }, { status: 422 });
  expect(await post(ACCOUNT)).toMatchObject({ outcome: "try_again", throttled: true });
  expect(await post(ACCOUNT)).toMatchObject({ outcome: "never_again", about: "message" });
  delete process.env.PROVIDER_URLS;
  allowPrivateTargets(false);
  await standIn.close();
});
