import { type Operation, operations, queryOf } from "#tests/support/http/operations.ts";

export type Json = Record<string, unknown>;
/** Paths are relative to `/api/v2`. */
export type Ask = (path: string) => Promise<{ status: number; text: string }>;
export type Place = { path: string; operation: Operation };
export type Read = Place & { status: number; body: unknown };

const LIMIT = 100;
const AT_ONCE = 4;

/** Lists come before what is in them. */
const READS = operations
  .filter(({ method }) => method === "GET")
  .toSorted((a, b) => a.path.split("{").length - b.path.split("{").length);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function listIn(body: unknown): Json[] | undefined {
  if (typeof body !== "object" || body === null) return undefined;
  return Object.values(body).find(Array.isArray);
}

function nextIn(body: unknown): string | undefined {
  const { next } = ((body as Json | null)?.links ?? {}) as { next?: string | null };
  return next?.replace(/^.*\/api\/v2/, "");
}

/** Without time of its own, what depends on it would change from one moment to the next. */
function queryFor(operation: Operation, past: Json): string {
  const known = queryOf(operation);
  if ("limit" in known) return `?limit=${LIMIT}`;
  const query = Object.entries(past).filter(([name]) => name in known);
  return query.length > 0 ? `?${new URLSearchParams(query as [string, string][])}` : "";
}

/** Reads all pages of a list. */
async function readWhole(ask: Ask, { path, operation }: Place, past: Json): Promise<Read> {
  const { status, text } = await ask(path + queryFor(operation, past));
  const body = parsed(text);
  for (let next = nextIn(body); next !== undefined; ) {
    const page = parsed((await ask(next)).text);
    listIn(body)?.push(...(listIn(page) ?? []));
    next = nextIn(page);
  }
  if (typeof body === "object" && body !== null) delete (body as Json).links;
  return { path, operation, status, body };
}

/** @param past days of the past, `from` and `to` */
export async function readPlaces(ask: Ask, places: readonly Place[], past: Json): Promise<Read[]> {
  const read: Read[] = [];
  const rest = [...places];
  const readOn = async (): Promise<void> => {
    for (let place = rest.shift(); place; place = rest.shift())
      read.push(await readWhole(ask, place, past));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, readOn));
  return read;
}

type Lists = { known: Json; lists: ReadonlyMap<string, Json[]>; most: number };

/** The paths of a pattern: with known values, and with ids from the lists above. */
function pathsOf(pattern: string, from: Lists): string[] {
  const [hole, name = ""] = /\{(\w+)\}/.exec(pattern) ?? [];
  if (hole === undefined) return [pattern];
  const { known, lists, most } = from;
  const list = lists.get(pattern.slice(0, pattern.indexOf(hole) - 1)) ?? [];
  const step = Math.max(1, Math.ceil(list.length / most));
  const ids = list.filter((_, index) => index % step === 0).map(({ id }) => id);
  const values = known[name] === undefined ? ids : [known[name]];
  return values.flatMap((value) => pathsOf(pattern.replace(hole, String(value)), from));
}

/**
 * Reads every list of the management API of a page, and what is in it.
 * @param known values of `{organization_id}` and `{subdomain}`
 * @param most records of one list that are read one by one, evenly spread
 */
export async function walkApi(
  ask: Ask,
  { known, most, past }: { known: Json; most: number; past: Json },
): Promise<Read[]> {
  const lists = new Map<string, Json[]>();
  const all: Read[] = [];
  for (const operation of READS) {
    const paths = pathsOf(operation.path, { known, lists, most });
    const places = paths.map((path) => ({ path, operation }));
    for (const read of await readPlaces(ask, places, past)) {
      all.push(read);
      lists.set(read.path, listIn(read.body) ?? []);
    }
  }
  return all;
}
