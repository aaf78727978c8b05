import { sql } from "kysely";
import { readCertificate } from "#lib/domains/certificates/certificate.ts";
import { releaseCertificate, requestCertificate } from "#lib/domains/certificates/queries.ts";
import { type Driver, type DriverState, Postponed, type Progress } from "#lib/domains/driver.ts";
import { DomainEngine, type Drivers } from "#lib/domains/engine.ts";
import { domainPage, newName } from "#tests/support/data/domain-pages.ts";
import { expect, test } from "#tests/support/test.ts";

// What other tests left would be done, too.
test.beforeEach(async ({ database }) => {
  await database.deleteFrom("domains").execute();
});

const SHOWN = {
  validation_records: null,
  main_hostname: null,
  external_id: null,
  pullzone_id: null,
};

const waiting = (state: DriverState): Progress => ({
  kind: "waiting",
  state,
  fields: SHOWN,
  again_ms: 0,
});

function driversOf(driver: Partial<Driver>): Drivers {
  const cdn_a = { advance: async () => waiting({}), remove: async () => {}, ...driver };
  return { choose: async () => "cdn_a", of: { cdn_a } };
}

const due = (database: Parameters<typeof domainPage>[0]) =>
  sql`update domains set due_at = now() - interval '1 second'`.execute(database);

test("of several workers one at a time does a step of a domain, and all together do all", async ({
  database,
}) => {
  const names = new Set(Array.from({ length: 8 }, newName));
  for (const name of names) await (await domainPage(database)).ask("cdn_a", name);
  const steps = new Map<string, number>();
  const under_way = new Set<string>();
  const twice: string[] = [];
  const drivers = driversOf({
    advance: async ({ name, state }) => {
      if (under_way.has(name)) twice.push(name);
      under_way.add(name);
      await sql`select pg_sleep(0.005)`.execute(database);
      under_way.delete(name);
      steps.set(name, (steps.get(name) ?? 0) + 1);
      return waiting({ done: Number(state.done ?? 0) + 1 });
    },
  });
  const stop = new AbortController();
  const periods = { lease_ms: 15_000, idle_ms: 1 };
  const running = Array.from({ length: 4 }, () =>
    new DomainEngine(drivers, periods).run(stop.signal),
  );
  await expect.poll(() => [...names].every((name) => (steps.get(name) ?? 0) >= 5)).toBe(true);
  stop.abort();
  await Promise.all(running);
  expect(twice).toEqual([]);
  const rows = await database.selectFrom("domains").select(["name", "state"]).execute();
  const noted = rows.filter(({ name }) => names.has(name));
  for (const { name, state } of noted) expect(state).toEqual({ done: steps.get(name) });
});

test("a worker that lost its lease writes nothing, and who dies leaves its domain to others", async ({
  database,
}) => {
  const page = await domainPage(database);
  await page.ask("cdn_a", newName());
  const hanging = Promise.withResolvers<Progress>();
  const drivers = driversOf({ advance: () => hanging.promise });
  const [slow, other] = [new DomainEngine(drivers), new DomainEngine(driversOf({}))];
  await slow.tick();
  await slow.idle();
  await due(database);
  await slow.tick();
  await due(database);
  await other.tick();
  await other.idle();
  expect((await page.rows())[0]?.claimed_by).not.toBeNull();
  // What happens when 15 seconds go by.
  await sql`update domains set claimed_until = now()`.execute(database);
  const noting = driversOf({ advance: async () => waiting({ by: "other" }) });
  const third = new DomainEngine(noting);
  await third.tick();
  await third.idle();
  hanging.resolve({ kind: "active", state: { by: "slow" }, fields: SHOWN, again_ms: 0 });
  await slow.idle();
  expect(await page.rows()).toMatchObject([{ state: { by: "other" }, phase: "configuring" }]);
  expect(await page.config()).toMatchObject({ status: "configuring" });
});

test("what a step found out does not count when the domain was asked for anew meanwhile", async ({
  database,
}) => {
  const page = await domainPage(database);
  const name = newName();
  await page.ask("cdn_a", name);
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<Progress>();
  const engine = new DomainEngine(
    driversOf({
      advance: () => {
        asked.resolve();
        return answer.promise;
      },
    }),
  );
  await engine.tick();
  await engine.idle();
  await due(database);
  await engine.tick();
  await asked.promise;
  await page.ask("cdn_a", newName());
  answer.resolve({ kind: "failed", state: { made: 1 }, fields: SHOWN, error: "too late" });
  await engine.idle();
  expect(await page.config()).toMatchObject({ status: "configuring", error: null });
  const [left] = await page.rows();
  expect(left).toMatchObject({ name, phase: "leaving", state: { made: 1 }, claimed_by: null });
});

test("what cannot be taken away is tried again, and a new set-up of the name waits for one attempt", async ({
  database,
}) => {
  const page = await domainPage(database);
  const name = newName();
  await page.ask("cdn_a", name);
  const calls: string[] = [];
  let isDown = true;
  const engine = new DomainEngine(
    driversOf({
      advance: async () => {
        calls.push("advance");
        return waiting({ made: 1 });
      },
      remove: async () => {
        calls.push("remove");
        if (isDown) throw new Postponed("down");
      },
    }),
  );
  const turn = async () => {
    await due(database);
    await engine.tick();
    await engine.idle();
  };
  await turn();
  await turn();
  await page.ask(null, null);
  const taker = await domainPage(database);
  await taker.ask("cdn_a", name);
  await turn();
  expect(calls).toEqual(["advance", "remove"]);
  await turn();
  await turn();
  expect(calls).toContain("advance");
  isDown = false;
  await turn();
  expect(await page.rows()).toEqual([]);
  expect(await taker.rows()).toMatchObject([{ phase: "configuring", state: { made: 1 } }]);
});

test("a claim that could not be given up ends, however busy its worker is otherwise", async ({
  database,
}) => {
  const [stuck, hanging] = [newName(), newName()];
  for (const name of [stuck, hanging]) await (await domainPage(database)).ask("cdn_a", name);
  let steps = 0;
  const hangs = Promise.withResolvers<Progress>();
  const drivers = driversOf({
    advance: ({ name }) => {
      if (name === hanging) return hangs.promise;
      steps += 1;
      // No such text can be kept.
      return Promise.resolve(waiting(steps === 1 ? { text: "\u0000" } : {}));
    },
  });
  const stop = new AbortController();
  const running = new DomainEngine(drivers, { lease_ms: 300, idle_ms: 10 }).run(stop.signal);
  await expect.poll(() => steps).toBeGreaterThan(1);
  hangs.resolve(waiting({}));
  stop.abort();
  await running;
});

test("what was there for a name goes when its page gives it up, also beside one that never had it", async ({
  database,
}) => {
  const name = newName();
  for (const driver of ["edge", "cdn_a"] as const) {
    const loser = await domainPage(database);
    const removed: string[] = [];
    const does = driversOf({ remove: async (task) => void removed.push(task.name) }).of.cdn_a;
    const engine = new DomainEngine({ choose: async () => driver, of: { [driver]: does } });
    const turn = async () => {
      await due(database);
      await engine.tick();
      await engine.idle();
    };
    await loser.ask("cdn_a", name);
    await turn();
    await loser.age(8 * 86_400);
    await turn();
    expect(await loser.config()).toMatchObject({ status: "failed_to_configure" });
    const page = await domainPage(database);
    await page.ask("cdn_a", name);
    await turn();
    await requestCertificate(database, { name, status_page_id: page.page.id });
    await page.ask(null, null);
    await turn();
    expect(removed).toEqual([name]);
    if (driver === "cdn_a") expect(await readCertificate(database, name)).toBeNull();
    else await releaseCertificate(database, name);
    await loser.ask(null, null);
    await turn();
  }
});
