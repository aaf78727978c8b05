import { readFindings } from "#lib/api/findings/read.ts";
import { systemContext } from "#lib/core/request/context.ts";
import {
  findQuarantine,
  listQuarantine,
  listQuarantineCauses,
  releaseQuarantineCause,
} from "#lib/notifications/quarantine.ts";
import { later, wireNow } from "#lib/platform/clock.ts";
import { mintIntegration } from "#tests/support/data/integrations.ts";
import { mintOrganization } from "#tests/support/data/mint.ts";
import { subscriber, useSmtp } from "#tests/support/data/news.ts";
import { expect, test } from "#tests/support/test.ts";

const DAY = 86_400;
const NEVER = "9999-01-01T00:00:00";

test.afterEach(() => useSmtp(""));

test("the quarantine lists who is not written to, newest first, and tells dead from unwilling", async ({
  database,
  organization: { page },
}) => {
  const ctx = systemContext(database, "test");
  const now = wireNow();
  const refused = {
    quarantine_kind: "dead",
    quarantine_reason: "550 no such user",
    quarantined_at: later(now, -DAY),
    quarantined_until: later(now, 6 * DAY),
  };
  const dead = await subscriber(database, page.id, { ...refused, email: "Ada@example.com" });
  const stopped = await subscriber(database, page.id, {
    ...{ type: "sms", country_dial_code: "49", phone_number: "15112345678" },
    ...{ quarantine_kind: "unwanted", quarantine_reason: "replied STOP" },
    ...{ quarantined_at: now, quarantined_until: NEVER },
  });
  const due = { ...refused, quarantined_until: later(now, -60) };
  const over = await subscriber(database, page.id, due);
  const well = await subscriber(database, page.id);
  const ids = async (filter: Parameters<typeof listQuarantine>[3]) =>
    (await listQuarantine(ctx, page, { limit: 9 }, filter)).rows.map(({ id }) => id);
  expect(await ids({})).toEqual([stopped.id, dead.id]);
  expect(await ids({ kind: "dead" })).toEqual([dead.id]);
  expect(await ids({ type: "sms" })).toEqual([stopped.id]);
  expect(await ids({ email_part: "ADA@" })).toEqual([dead.id]);
  expect(await findQuarantine(ctx, { ...page, subscription_id: stopped.id })).toEqual({
    ...{ id: stopped.id, type: "sms", address: "+49 …5678", kind: "unwanted" },
    ...{ reason: "replied STOP", at: now, until: null },
  });
  for (const { id } of [over, well])
    expect(await findQuarantine(ctx, { ...page, subscription_id: id })).toBeNull();

  const stranger = (await mintOrganization(database)).page;
  expect((await listQuarantine(ctx, stranger, { limit: 9 }, {})).rows).toEqual([]);
  await expect(
    findQuarantine(ctx, { ...stranger, subscription_id: dead.id }),
  ).rejects.toMatchObject({ code: "not_found" });
});

test("refused accounts and addresses are found until they work, who opted out is nothing to do", async ({
  database,
  organization: { page },
}) => {
  const ctx = systemContext(database, "test");
  const now = wireNow();
  // So that mail leaves.
  useSmtp("smtp://127.0.0.1:9");
  const unwanted = { quarantine_kind: "unwanted", quarantined_at: now, quarantined_until: NEVER };
  await subscriber(database, page.id, unwanted);
  const integration = await mintIntegration(database, page.id);
  const note = (last_error: string | null, enabled: boolean) =>
    database
      .updateTable("integrations")
      .set({ last_error, checked_at: now, settings: JSON.stringify({ enabled }) })
      .where("id", "=", integration)
      .execute();
  await note("status 401", false);
  expect(await readFindings(ctx, page)).toEqual([]);
  await note("status 401", true);
  const dead = { quarantine_kind: "dead", quarantined_until: NEVER };
  await subscriber(database, page.id, { ...dead, quarantined_at: later(now, -8 * DAY) });
  await subscriber(database, page.id, { ...dead, quarantined_at: now });
  await subscriber(database, page.id, { ...dead, quarantined_at: later(now, -DAY) });
  expect(await readFindings(ctx, page)).toMatchObject([
    {
      ...{ kind: "integration_failing", urgency: "error", subject_type: "integration" },
      ...{ subject_id: integration, subject: "slack", since: now, detail: "status 401" },
    },
    { kind: "addresses_quarantined", urgency: "info", subject_id: page.id, detail: "2" },
  ]);
  await note(null, true);
  expect((await readFindings(ctx, page)).map(({ kind }) => kind)).toEqual([
    "addresses_quarantined",
  ]);
});

test("all that one cause put into quarantine are released at once, and nobody else", async ({
  database,
  organization: { page },
}) => {
  const ctx = systemContext(database, "test");
  const now = wireNow();
  const put = async (quarantine_reason: string, more: object = {}) => {
    const until = { quarantined_at: now, quarantined_until: later(now, 6 * DAY) };
    const dead = { quarantine_kind: "dead", quarantine_reason, ...until, ...more };
    return (await subscriber(database, page.id, dead)).id;
  };
  const alike = [];
  for (let n = 0; n < 3; n++)
    alike.push(await put(`550 5.1.1 <…>: user unknown (host mx${n}.example said)`));
  const other = await put("550 5.2.1 mailbox disabled");
  const unwanted = { quarantine_kind: "unwanted", quarantined_until: NEVER };
  const left = await put("550 5.1.1 <…>: user unknown (host mx9.example said)", unwanted);
  const causes = await listQuarantineCauses(ctx, page);
  expect(causes).toMatchObject([{ cause: "user unknown (host said)", count: 3, last_at: now }]);
  const target = { subdomain: page.subdomain };
  const example = causes[0]?.example ?? "";
  const stranger = (await mintOrganization(database)).page;
  expect(await releaseQuarantineCause(ctx, stranger, { cause: example })).toEqual({ released: 0 });
  expect(await releaseQuarantineCause(ctx, target, { cause: example })).toEqual({ released: 3 });
  expect(await releaseQuarantineCause(ctx, target, { cause: "" })).toEqual({ released: 0 });
  const kept = await listQuarantine(ctx, page, { limit: 9 }, {});
  expect(kept.rows.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual([other, left]);
  for (const subscription_id of alike)
    expect(await findQuarantine(ctx, { ...page, subscription_id })).toBeNull();
  expect(await listQuarantineCauses(ctx, page)).toEqual([]);
});
