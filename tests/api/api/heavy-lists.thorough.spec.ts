import { z } from "zod";
import type { Db } from "#db/index.ts";
import { wrapperOf } from "#lib/api/body.ts";
import { HEAVY_RECORDS } from "#tests/support/data/heavy-records.ts";
import { mintOrganization } from "#tests/support/data/mint.ts";
import { type Ids, pathOf, sampleIds } from "#tests/support/data/samples.ts";
import { type Api, apiOf } from "#tests/support/http/api.ts";
import { type Operation, operations, sibling } from "#tests/support/http/operations.ts";
import { expect, test } from "#tests/support/test.ts";

const MAX_ANSWER = 4_000_000;
const FULL = 6_000_000;
const MAX_ROWS = 100;

type Row = { id?: number; subdomain?: string };
type Page = { rows: Row[]; bytes: number; next: string | null; prev: string | null };
type Links = { next: string | null; prev: string | null };

const lists = operations.filter(({ method, path, declaration: { response } }) => {
  const hasRecords = operations.some((other) => other.path.startsWith(`${path}/{`));
  const hasPages = response instanceof z.ZodObject && "links" in response.shape;
  return method === "GET" && !path.endsWith("}") && (hasRecords || hasPages);
});
const isPaginated = ({ declaration: { query } }: Operation) => query && "after" in query.shape;
const keyOf = ({ id, subdomain }: Row) => String(id ?? subdomain);

/** Files are read in pieces; their lists name the newest few. */
const takesRecords = (list: Operation) => {
  const create = sibling(list, "POST");
  return create && !create.declaration.upload;
};

/** Makes one more record as heavy as one request can, in a list or in what it tells of. */
async function make(api: Api, list: Operation, ids: Ids, number: number) {
  const own = sibling(list, "POST");
  const create =
    own ?? operations.find(({ path, method }) => path.endsWith("/incidents") && method === "POST");
  if (!create) throw new Error("nothing makes records");
  const wrapper = String(wrapperOf(create.declaration.body));
  const record = HEAVY_RECORDS[wrapper];
  if (!record) throw new Error(`no heavy "${wrapper}": add it to HEAVY_RECORDS`);
  return api.post(pathOf(create.path, ids), { [wrapper]: record(ids, number) });
}

async function read(api: Api, target: string): Promise<Page> {
  const answer = await api.get(target);
  expect(answer.status, answer.text.slice(0, 200)).toBe(200);
  const { links, meta, ...wrapped } = answer.json<{ links?: Links; meta?: unknown }>();
  const relative = (link: string | null | undefined) => link?.replace(/^.*\/api\/v2/, "") ?? null;
  return {
    rows: Object.values(wrapped)[0] as Row[],
    bytes: answer.bytes.length,
    next: relative(links?.next),
    prev: relative(links?.prev),
  };
}

async function walk(api: Api, start: string, side: "next" | "prev") {
  const [keys, sizes]: [string[], number[]] = [[], []];
  let last = start;
  for (let target: string | null = start; target; ) {
    const page: Page = await read(api, target);
    const rows = side === "next" ? page.rows : page.rows.toReversed();
    keys.push(...rows.map(keyOf));
    sizes.push(page.bytes);
    last = target;
    target = page[side];
  }
  return { keys, sizes, last };
}

/** Events of a page that not every webhook has a delivery of. */
async function countUntold(db: Db, statusPageId: number): Promise<number> {
  const { count } = await db
    .selectFrom("events")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("status_page_id", "=", statusPageId)
    .where("dispatched_at", "is", null)
    .executeTakeFirstOrThrow();
  return count;
}

for (const list of lists.filter(isPaginated)) {
  test(`${list.path}: no answer is larger than four megabytes, and links lead to all the heaviest records`, async ({
    database,
    server,
  }) => {
    const organization = await mintOrganization(database);
    const ids = await sampleIds(database, organization);
    const api = apiOf(server, organization.owner.key);
    await database
      .updateTable("webhooks")
      .set({ enabled: true })
      .where("id", "=", Number(ids.webhook_id))
      .execute();
    let bytes = 0;
    for (let number = 0; number < MAX_ROWS && bytes < FULL; number += 1) {
      const made = await make(api, list, ids, number);
      expect(made.status, made.text.slice(0, 300)).toBeLessThan(300);
      bytes += made.bytes.length;
      if (number >= 4 && made.bytes.length * MAX_ROWS < MAX_ANSWER) break;
    }
    await expect.poll(() => countUntold(database, organization.page.id)).toBe(0);
    const start = `${pathOf(list.path, ids)}?limit=100`;
    const forth = await walk(api, start, "next");
    expect(Math.max(...forth.sizes)).toBeLessThanOrEqual(MAX_ANSWER);
    expect(new Set(forth.keys).size).toBe(forth.keys.length);
    const one = await walk(api, start.replace("100", "1"), "next");
    expect(forth.keys).toEqual(one.keys);
    const back = await walk(api, one.last.replace("limit=1&", "limit=100&"), "prev");
    expect(Math.max(...back.sizes)).toBeLessThanOrEqual(MAX_ANSWER);
    expect(back.keys.toReversed()).toEqual(forth.keys);
  });
}

// So many that the last ones only have to be made by requests.
const BEFORE: Record<string, number> = { access_groups: 3_600, subscription_groups: 990 };

async function fill(db: Db, { path }: Operation, statusPageId: number): Promise<void> {
  const table = path.split("/").at(-1) as "access_groups" | "subscription_groups";
  const name = '"&'.repeat(127);
  const values = Array.from({ length: BEFORE[table] ?? 0 }, () => ({
    status_page_id: statusPageId,
    name,
  }));
  if (values.length > 0) await db.insertInto(table).values(values).execute();
}

// What nothing posts to has an end of its own.
for (const list of lists.filter((each) => !isPaginated(each) && takesRecords(each))) {
  test(`${list.path}: what is listed whole is refused before it is more than four megabytes`, async ({
    database,
    server,
  }) => {
    const organization = await mintOrganization(database);
    const ids = await sampleIds(database, organization);
    const api = apiOf(server, organization.owner.key);
    await fill(database, list, organization.page.id);
    let refused = "";
    for (let number = 0; refused === ""; number += 1) {
      const made = await make(api, list, ids, number);
      if (made.status === 422) refused = made.text;
      else expect(made.status, made.text.slice(0, 300)).toBeLessThan(300);
    }
    expect(refused).toMatch(
      /^\{"errors":\{"base":\["(can have at most [\d,]+ bytes in all|has too many items)/,
    );
    const { bytes } = await read(api, pathOf(list.path, ids));
    expect(bytes).toBeLessThanOrEqual(MAX_ANSWER);
  });
}
