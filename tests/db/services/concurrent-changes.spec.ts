import { sql } from "kysely";
import { countOf } from "#db/counts.ts";
import type { Db } from "#db/index.ts";
import { later, wireNow } from "#lib/platform/clock.ts";
import { rebuildAllServiceDays } from "#lib/services/uptime/queries.ts";
import { systemGrant } from "#tests/support/data/incidents.ts";
import { type Minted, mintService } from "#tests/support/data/mint.ts";
import { askHandlers } from "#tests/support/http/handlers.ts";
import { expect, test } from "#tests/support/test.ts";

const CLIENTS = 16;
const CHANGES = 2_000;
const HOUR = 3_600;

/** Numbers that look random, the same in every run. */
function drawing(seed: number) {
  let state = seed * 2_654_435_761 + 1;
  const draw = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const pick = <T>(from: readonly T[]): T => from[draw(from.length)] as T;
  return { draw, pick };
}

type Made = {
  services: number[];
  incidents: number[];
  updates: [number, number][];
  readers: number[];
};
type Change = { method: string; path: string; body?: unknown; keep?: keyof Made };

function changes({ page }: Minted, made: Made, { draw, pick }: ReturnType<typeof drawing>) {
  const base = `/status_pages/${page.subdomain}`;
  const known = (list: number[]) => (list.length > 0 ? pick(list) : 0);
  const times = () => {
    const starts_at = later(wireNow(), -HOUR * (1 + draw(9 * 24)));
    return { starts_at, ends_at: draw(4) === 0 ? null : later(starts_at, draw(40) * HOUR) };
  };
  const service_ids = () => [pick(made.services), pick(made.services)];
  const update = () => {
    const [incident, posted] = made.updates.length > 0 ? pick(made.updates) : [0, 0];
    return `${base}/incidents/${incident}/updates/${posted}`;
  };
  const types = ["update", "resolved", "escalate", "deescalate", "monitoring"];
  const incident = () => `${base}/incidents/${known(made.incidents)}`;
  const create = (fields: object): Change => {
    const whole = { title: "Trouble", service_ids: service_ids(), ...fields };
    return {
      method: "POST",
      path: `${base}/incidents`,
      body: { incident: whole },
      keep: "incidents",
    };
  };
  const kinds: [number, () => Change][] = [
    [20, () => create({ type: pick(["major", "minor"]), ...times() })],
    [6, () => create({ type: "scheduled", ...times(), ends_at: later(wireNow(), HOUR) })],
    [
      20,
      () => ({
        method: "POST",
        path: `${incident()}/updates`,
        body: { update: { type: pick(types), description: "News" } },
        keep: "updates",
      }),
    ],
    [10, () => ({ method: "PUT", path: update(), body: { update: { type: pick(types) } } })],
    [8, () => ({ method: "DELETE", path: update() })],
    [6, () => ({ method: "POST", path: `${update()}/restore` })],
    [
      8,
      () => ({
        method: "PUT",
        path: incident(),
        body: { incident: { ...times(), service_ids: service_ids() } },
      }),
    ],
    [
      4,
      () => ({
        method: "PUT",
        path: incident(),
        body: { incident: { affects_uptime: draw(2) === 0 } },
      }),
    ],
    [6, () => ({ method: "DELETE", path: incident() })],
    [
      6,
      () => ({
        method: "PUT",
        path: `${base}/services/${pick(made.services)}`,
        body: {
          service: {
            parent_id: draw(3) === 0 ? null : pick(made.services),
            private: draw(5) === 0,
          },
        },
      }),
    ],
    [
      4,
      () => ({
        method: "POST",
        path: `${base}/subscriptions`,
        body: { subscription: { type: "email", email: `r${draw(1e9)}@example.com` } },
        keep: "readers",
      }),
    ],
    [2, () => ({ method: "DELETE", path: `${base}/subscriptions/${known(made.readers)}` })],
  ];
  const bag = kinds.flatMap(([weight, kind]) => Array.from({ length: weight }, () => kind));
  return () => pick(bag)();
}

function remember(made: Made, { keep, path }: Change, body: unknown): void {
  const { id } = Object.values(body as Record<string, { id: number }>)[0] ?? { id: 0 };
  if (keep === "updates") made.updates.push([Number(path.split("/").at(-2)), id]);
  else if (keep) made[keep].push(id);
}

async function days(db: Db, page: number) {
  const rows = db.selectFrom("service_days").selectAll().where("status_page_id", "=", page);
  return rows.orderBy("service_id").orderBy("day").execute();
}

test("16 clients who make 2,000 changes of one page leave true sums behind, and none hears of a conflict", async ({
  database,
  organization,
}) => {
  test.setTimeout(600_000);
  const { page, id } = organization;
  const services: number[] = [];
  for (let count = 0; count < 8; count++) services.push(await mintService(database, page.id));
  const made: Made = { services, incidents: [], updates: [], readers: [] };
  const statuses = new Map<number, number>();
  let left = CHANGES;
  const clients = Array.from({ length: CLIENTS }, async (_, client) => {
    const next = changes(organization, made, drawing(client + 1));
    while (left-- > 0) {
      const change = next();
      const { method, path, body } = change;
      const answer = await askHandlers(path, { method, body, key: organization.keys.owner });
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      if (answer.status === 201) remember(made, change, answer.body);
    }
  });
  await Promise.all(clients);
  expect([...statuses.keys()].filter((status) => ![200, 201, 404, 422].includes(status))).toEqual(
    [],
  );
  expect((statuses.get(200) ?? 0) + (statuses.get(201) ?? 0)).toBeGreaterThan(CHANGES / 2);

  const kept = await days(database, page.id);
  expect(kept.length).toBeGreaterThan(10);
  const grant = await systemGrant(database, page.subdomain);
  await database.transaction().execute((trx) => rebuildAllServiceDays(trx, grant));
  expect(kept).toEqual(await days(database, page.id));

  const count = async (
    table: "incidents" | "subscriptions" | "audit_log",
    column: string,
    of: number,
  ) => {
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from ${sql.table(table)} where ${sql.ref(column)} = ${of}`.execute(
      database,
    );
    return rows[0]?.n;
  };
  for (const kind of ["incidents", "subscriptions"] as const)
    expect(await countOf(database, "status_pages", page.id, kind)).toBe(
      await count(kind, "status_page_id", page.id),
    );
  expect(await countOf(database, "organizations", id, "audit_log")).toBe(
    await count("audit_log", "organization_id", id),
  );
  console.log(`answers by status: ${JSON.stringify(Object.fromEntries(statuses))}`);
});
