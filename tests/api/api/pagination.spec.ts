import fc from "fast-check";
import { wireNow } from "#lib/platform/clock.ts";
import { mintOrganization } from "#tests/support/data/mint.ts";
import { type Ids, pathOf, sampleBody, sampleIds } from "#tests/support/data/samples.ts";
import { type Api, apiOf } from "#tests/support/http/api.ts";
import { type Operation, operations, sibling } from "#tests/support/http/operations.ts";
import { expect, test } from "#tests/support/test.ts";

type Row = { id?: number; subdomain?: string; [field: string]: unknown };
type List = { rows: Row[]; next: string | null; prev: string | null; total: number };
type Step = { limit: number; insert: number; remove: number };

const FIRST_ROWS = 9;
const RUNS = 4;

const paginated = operations.filter(
  ({ declaration }) => declaration.query && "after" in declaration.query.shape,
);
const keyOf = (row: Row) => String(row.id ?? row.subdomain);

const time = (place: number) =>
  `${wireNow().slice(0, 8)}01T00:${String(place % 60).padStart(2, "0")}:00`;

// What puts a row somewhere in its list, not always at the end, or tells it from those that were
// deleted.
const PLACES: Record<string, (place: number) => object> = {
  incident: (place) => ({ starts_at: time(place) }),
  info_notice: (place) => ({ featured_from: time(place) }),
  service: (place) => ({ order: place + 1 }),
  status_page: (place) => ({ subdomain: `row-${place}-${Date.now()}` }),
  member: (place) => ({ email: `row-${place}@example.com` }),
  subscription: (place) => ({ email: `row-${place}@example.com` }),
};

/** One list, and what puts rows into it and takes them away. */
class Rows {
  readonly #api: Api;
  readonly #list: Operation;
  readonly #ids: Ids;
  #count = 0;

  constructor(api: Api, list: Operation, ids: Ids) {
    this.#api = api;
    this.#list = list;
    this.#ids = ids;
  }

  get path(): string {
    return pathOf(this.#list.path, this.#ids);
  }

  /** A list that nothing is posted to grows by whatever is done elsewhere. */
  async insert(place: number): Promise<void> {
    this.#count += 1;
    const create =
      sibling(this.#list, "POST") ??
      operations.find(({ path, method }) => path.endsWith("/status_pages") && method === "POST");
    if (!create) throw new Error("nothing makes rows");
    const [[wrapper, record] = ["", {}]] = Object.entries(
      sampleBody(create.declaration, "POST")(this.#ids),
    );
    const placed = { ...(record as object), ...PLACES[wrapper]?.(place * 1_000 + this.#count) };
    const answer = await this.#api.post(pathOf(create.path, this.#ids), { [wrapper]: placed });
    expect([answer.text, answer.status]).toEqual([answer.text, create.declaration.status ?? 200]);
  }

  async remove(row: Row): Promise<boolean> {
    const isKept = !operations.some(
      ({ path, method }) => method === "DELETE" && path.startsWith(`${this.#list.path}/{`),
    );
    if (isKept) return false;
    const { status } = await this.#api.delete(`${this.path}/${keyOf(row)}`);
    return status < 300;
  }

  async page(target: string): Promise<List> {
    const answer = await this.#api.get(target);
    expect(answer.status, answer.text).toBe(200);
    const { links, meta, ...wrapped } = answer.json<{
      links: { next: string | null; prev: string | null };
      meta: { total_count: number };
    }>();
    const rows = Object.values(wrapped)[0] as Row[];
    const relative = (link: string | null) => link?.replace(/^.*\/api\/v2/, "") ?? null;
    return {
      rows,
      next: relative(links.next),
      prev: relative(links.prev),
      total: meta.total_count,
    };
  }

  async all(): Promise<Row[]> {
    const rows: Row[] = [];
    for (let target: string | null = `${this.path}?limit=100`; target; ) {
      const page: List = await this.page(target);
      rows.push(...page.rows);
      target = page.next;
    }
    return rows;
  }
}

const steps = fc.array(
  fc.record({ limit: fc.integer({ min: 1, max: 4 }), insert: fc.nat(3), remove: fc.nat(20) }),
  {
    minLength: 1,
    maxLength: 8,
  },
);

/**
 * Walks from one end to the other while rows come and go.
 * @returns what was seen, in order, and what was removed
 */
async function walk(
  rows: Rows,
  start: string,
  side: "next" | "prev",
  plan: readonly Step[],
): Promise<{ seen: string[]; removed: Set<string> }> {
  const [seen, removed] = [[] as string[], new Set<string>()];
  let target: string | null = start;
  for (let turn = 0; target; turn += 1) {
    const { limit, insert, remove } = plan[turn % plan.length] ?? {
      limit: 3,
      insert: 0,
      remove: 99,
    };
    const page: List = await rows.page(
      turn === 0 ? target : target.replace(/limit=\d+/, `limit=${limit}`),
    );
    seen.push(...(side === "next" ? page.rows : page.rows.toReversed()).map(keyOf));
    target = page[side];
    if (turn >= plan.length) continue;
    for (let place = 0; place < insert; place += 1) await rows.insert(place * 17 + turn);
    const victim = (await rows.all())[remove];
    if (victim && (await rows.remove(victim))) removed.add(keyOf(victim));
  }
  return { seen, removed };
}

function checkWalk(
  before: string[],
  after: string[],
  { seen, removed }: { seen: string[]; removed: Set<string> },
): void {
  expect(new Set(seen).size, "nothing twice").toBe(seen.length);
  expect(
    before.filter((row) => !removed.has(row) && !seen.includes(row)),
    "nothing skipped",
  ).toEqual([]);
  const order = seen.filter((row) => after.includes(row));
  expect(order).toEqual(after.filter((row) => order.includes(row)));
}

async function prepare(api: Api, list: Operation, ids: Ids): Promise<Rows> {
  const rows = new Rows(api, list, ids);
  for (let place = 0; place < FIRST_ROWS; place += 1) await rows.insert(place * 7);
  return rows;
}

/** The address of the last page, from which a walk back begins. */
async function lastPage(rows: Rows): Promise<string> {
  let target = `${rows.path}?limit=3`;
  for (let next: string | null = target; next; next = (await rows.page(next)).next) target = next;
  return target;
}

for (const list of paginated) {
  test(`${list.path}: a walk over all pages, forth and back, skips and repeats nothing while rows come and go`, async ({
    database,
    server,
  }) => {
    const organization = await mintOrganization(database);
    const ids = await sampleIds(database, organization);
    const rows = await prepare(apiOf(server, organization.owner.key), list, ids);
    const property = fc.asyncProperty(steps, steps, async (forth, back) => {
      const first = (await rows.all()).map(keyOf);
      const done = await walk(rows, `${rows.path}?limit=3`, "next", forth);
      checkWalk(first, (await rows.all()).map(keyOf), done);
      const second = (await rows.all()).map(keyOf);
      const last = await lastPage(rows);
      const returned = await walk(rows, last, "prev", back);
      checkWalk(second, (await rows.all()).map(keyOf).toReversed(), returned);
    });
    await fc.assert(property, { numRuns: RUNS, endOnFailure: true });
    expect((await rows.page(rows.path)).total).toBe((await rows.all()).length);
  });
}

test("no list takes a limit or a cursor that cannot be", async ({ database, server }) => {
  const organization = await mintOrganization(database);
  const ids = await sampleIds(database, organization);
  const api = apiOf(server, organization.owner.key);
  const queries = [
    "limit=0",
    "limit=101",
    "limit=x",
    "limit=1.5",
    "after=x",
    "before=a.b",
    "after=x&before=y",
  ];
  for (const { path } of paginated) {
    const statuses = await Promise.all(
      queries.map(async (query) => [
        query,
        (await api.get(`${pathOf(path, ids)}?${query}`)).status,
      ]),
    );
    expect(statuses, path).toEqual(queries.map((query) => [query, 400]));
  }
});
