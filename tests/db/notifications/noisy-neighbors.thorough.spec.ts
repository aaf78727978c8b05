import type { Db } from "#db/index.ts";
import { senders } from "#lib/notifications/send-batch.ts";
import { dispatcher } from "#lib/notifications/webhook-deliveries/deliver-webhooks.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { installJobs } from "#lib/server/worker/worker.ts";
import { mintOrganization } from "#tests/support/data/mint.ts";
import { newsroom } from "#tests/support/data/news.ts";
import { mintDelivery, mintWebhook } from "#tests/support/data/webhooks.ts";
import type { Receiver } from "#tests/support/http/receiver.ts";
import {
  answerBySickness,
  arrivedAt,
  HEALTHY,
  sickPaths,
} from "#tests/support/http/sick-receivers.ts";
import { allowPrivateTargets } from "#tests/support/server/env.ts";
import { expect, test } from "#tests/support/test.ts";

test.beforeAll(async ({ database }) => {
  await installJobs().then(() => void database);
  allowPrivateTargets(true);
});
test.afterEach(() => Promise.all([senders.stop(), dispatcher.stop()]));
test.afterAll(() => allowPrivateTargets(false));

/** Updates of a page, which all its addresses get. */
type Page = { post(): Promise<void>; send(): Promise<void> };
type Open = (db: Db, receiver: Receiver, paths: readonly string[]) => Promise<Page>;

const urlOf = ({ port }: Receiver, path: string) => `http://127.0.0.1:${port}/${path}`;

const webhooks: Open = async (database, receiver, paths) => {
  const { page } = await mintOrganization(database);
  const hooks: number[] = [];
  for (const path of paths)
    hooks.push((await mintWebhook(database, page.id, { url: urlOf(receiver, path) })).id);
  const post = async () => {
    for (const id of hooks) await mintDelivery(database, page.id, id, { state: "pending" });
  };
  return { post, send: async () => void (await dispatcher.look(page.id, wireNow())) };
};

const addresses =
  (type: "webhook" | "slack" | "mattermost"): Open =>
  async (database, receiver, paths) => {
    const room = await newsroom(database);
    for (const path of paths) await room.subscribe({ type, webhook_url: urlOf(receiver, path) });
    const post = async () => {
      await room.open();
      await room.plan();
    };
    return { post, send: async () => senders.look(room.page.id, type, wireNow()) };
  };

const KINDS: [kind: string, open: Open][] = [
  ["webhooks", webhooks],
  ["subscribed webhooks", addresses("webhook")],
  ["Slack chats", addresses("slack")],
  ["Mattermost chats", addresses("mattermost")],
];

const ROUNDS = 15;
/** Below that, a delay is the machine's. */
const UNFELT_MS = 25;
/** Less than a call may hang before it counts as slow. */
const MAX_DELAY_MS = 1_000;

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}

/** The delays of the last healthy address, from the start of sending on, in ms. */
async function delaysOf(receiver: Receiver, { post, send }: Page): Promise<number[]> {
  const delays: number[] = [];
  const before = arrivedAt(receiver).map((ids) => ids.length);
  for (let count = 1; count <= ROUNDS; count += 1) {
    await post();
    const start = performance.now();
    await send();
    while (arrivedAt(receiver).some((ids, at) => ids.length < (before[at] ?? 0) + count))
      await receiver.nth(receiver.received.length + 1);
    delays.push(performance.now() - start);
  }
  return delays;
}

for (const [kind, open] of KINDS)
  test(`fifty sick of sixty ${kind} at most double the healthy ones' median delay`, async ({
    database,
    receiver,
  }) => {
    test.setTimeout(5 * 60_000);
    const hanging = answerBySickness(receiver);
    const quiet = await delaysOf(receiver, await open(database, receiver, HEALTHY));
    const sick = await delaysOf(
      receiver,
      await open(database, receiver, [...sickPaths(50), ...HEALTHY]),
    );
    for (const response of hanging) response.destroy();
    const figures = [median(quiet), Math.max(...quiet), median(sick), Math.max(...sick)];
    const said = `quiet, sick, as median and most: ${figures.map(Math.round).join(", ")} ms`;
    test.info().annotations.push({ type: kind, description: said });
    console.log(`${kind}: ${said}`);
    expect(median(sick), said).toBeLessThanOrEqual(2 * Math.max(median(quiet), UNFELT_MS));
    expect(Math.max(...sick), said).toBeLessThan(MAX_DELAY_MS);
    // A page of its own in each run, and the same updates to each address.
    const [first, ...others] = arrivedAt(receiver);
    if (kind === "subscribed webhooks") for (const other of others) expect(other).toEqual(first);
  });
