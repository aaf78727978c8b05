import { wireNow } from "#lib/platform/clock.ts";
import { CliError } from "#lib/server/cli/connect.ts";
import { copiedTables, type Move, type Owners } from "#lib/server/move/copy.ts";
import { Ids } from "#lib/server/move/ids.ts";
import { findPeopleNotes, type PeopleNotes } from "#lib/server/move/people.queries.ts";
import { ALWAYS_MAPPED, type Copied, REFERENCES, type Table } from "#lib/server/move/policies.ts";
import {
  insertKnownIds,
  insertNewIds,
  insertProgress,
  listMoveIds,
  listProgress,
} from "#lib/server/move/progress.queries.ts";
import {
  advanceSequence,
  conditionOf,
  countRows,
  findShape,
  hasIdBetween,
  insertRows,
  lastValue,
  listIds,
  listTaken,
  nextId,
  readRows,
  type Side,
} from "#lib/server/move/queries.ts";
import { listAccounts, listPeople } from "#lib/server/move/state.queries.ts";

/** Ids that were drawn from a sequence, and whose rows may not be seen yet. */
const UNSEEN = 1_000;

const REFERENCED = new Set<Table>([...Object.values(REFERENCES), "info_notice_updates"]);

/** People with an account at the target: by ids at the source. */
const ACCOUNTS = "accounts";

/** `drawn` get new ids; of `kept` it must be known that they are copied. */
export type IdPlan = { ids: "kept" | "mapped" | "new"; drawn: number[]; kept: number[] };

const ALL_KEPT: IdPlan = { ids: "kept", drawn: [], kept: [] };
/** The target draws them, and nobody needs to know which. */
const ALL_NEW: IdPlan = { ids: "new", drawn: [], kept: [] };

/** Ids of what is to be copied, in ascending order. */
async function idsToCopy(
  move: Planned,
  table: Table,
  policy: Copied,
  owners: Owners,
): Promise<number[]> {
  const where = conditionOf(policy, move);
  const lists = policy.owners.map(([owner, of]) =>
    listIds(move.source, { table, owner, owner_ids: owners(of) }, where),
  );
  return (await Promise.all(lists)).flat().sort((a, b) => a - b);
}

async function planOrdered({ target }: Planned, table: Table, ids: number[]): Promise<IdPlan> {
  if (!(await hasIdBetween(target, table, ids))) return ALL_KEPT;
  return REFERENCED.has(table) ? { ids: "mapped", drawn: ids, kept: [] } : ALL_NEW;
}

type Planned = Omit<Move, "arrival">;

/** Decides about the ids of a table, and changes nothing. */
async function planIds(
  move: Planned,
  table: Table,
  policy: Copied,
  owners: Owners,
): Promise<IdPlan> {
  const { sequence } = await findShape(move.source, table);
  if (sequence === null) return ALL_KEPT;
  if (policy.ids === "new") return ALL_NEW;
  const ids = await idsToCopy(move, table, policy, owners);
  if (ids.length === 0) return ALL_KEPT;
  if (policy.ids === "ordered") return planOrdered(move, table, ids);
  const taken = await listTaken(move.target, table, ids);
  const drawn = ids.filter((id) => taken.has(id));
  const kept = ALWAYS_MAPPED.includes(table) ? ids.filter((id) => !taken.has(id)) : [];
  return { ids: drawn.length > 0 ? "mapped" : "kept", drawn, kept };
}

async function savePlan(move: Move, table: Table, plan: IdPlan, accounts: Accounts = []) {
  const { target, arrival: organization_id } = move;
  const { sequence } = await findShape(target, table);
  await target.db.transaction().execute(async (trx) => {
    const kept = plan.kept.map((id) => [id, id] as const);
    await insertKnownIds(trx, { organization_id, name: table }, kept);
    await insertKnownIds(trx, { organization_id, name: ACCOUNTS }, accounts);
    if (sequence) await insertNewIds(trx, { organization_id, name: table }, plan.drawn, sequence);
    await insertProgress(trx, organization_id, { name: table, ids: plan.ids });
  });
}

type Accounts = readonly (readonly [source: number, target: number])[];

type People = { source: Side; target: Side; organization_id: number };

/**
 * Accounts of people who have none at the target are copied.
 * @throws {CliError} so that nobody gets a role by an account made in another's name
 */
export async function planPeople({ source, target, organization_id }: People) {
  const people = await listPeople(source, organization_id);
  const found = await listAccounts(target, people);
  const open = found.filter(({ email_confirmed }) => !email_confirmed);
  if (open.length > 0)
    throw new CliError(
      `These accounts at the other installation have unconfirmed addresses: ${open.map(({ email }) => email).join(", ")}. Confirm or delete them there`,
    );
  const known = new Set(found.map(({ source }) => source));
  const accounts = found.map(({ source, target }) => [source, target] as const);
  return { accounts, copied: people.map(({ id }) => id).filter((id) => !known.has(id)) };
}

/** No id that the source ever drew is drawn at the target, where its rows may be. */
async function advance({ source, target }: Planned, table: Table): Promise<void> {
  const [{ sequence }, here] = [await findShape(source, table), await findShape(target, table)];
  if (!sequence || !here.sequence) return;
  const last = await lastValue(source, sequence);
  if (last >= (await lastValue(target, here.sequence)))
    await advanceSequence(target, here.sequence, last + UNSEEN);
}

type Maps = Map<string, Map<number, number>>;

/** @param maps ids at the target, by those at the source */
export function ownersAt(
  side: "source" | "target",
  { organization_id, pages }: Pick<Move, "organization_id" | "pages">,
  maps: Maps,
): Owners {
  const listed = (of: Table): readonly number[] => {
    if (of === "organizations") return [organization_id];
    if (of === "status_pages") return pages;
    return [...(maps.get(of)?.keys() ?? [])].sort((a, b) => a - b);
  };
  return (of) =>
    side === "source" ? listed(of) : listed(of).flatMap((id) => maps.get(of)?.get(id) ?? []);
}

function idMap(ids: readonly number[]): Map<number, number> {
  return new Map(ids.map((id) => [id, id]));
}

function sameIds(name: string, ids: readonly number[]): Maps {
  return new Map([[name, idMap(ids)]]);
}

export function idsIn(maps: Maps, actors?: ReadonlyMap<number, string>): Ids {
  const users = new Map([...(maps.get("users") ?? []), ...(maps.get(ACCOUNTS) ?? [])]);
  return new Ids(new Map([...maps, ["users", users]]), actors);
}

export type Preview = { table: Table; count: number; plan: IdPlan };

/** Plans what a move would do, and changes nothing. */
export async function preview(
  move: Planned,
): Promise<{ tables: Preview[]; accounts: number } & PeopleNotes> {
  const { accounts, copied } = await planPeople(move);
  const maps = sameIds("users", copied);
  const tables: Preview[] = [];
  for (const [table, policy] of copiedTables()) {
    const owners = ownersAt("source", move, maps);
    const plan = await planIds(move, table, policy, owners);
    if (ALWAYS_MAPPED.includes(table)) maps.set(table, idMap([...plan.kept, ...plan.drawn]));
    const where = conditionOf(policy, move);
    const counts = policy.owners.map(([owner, of]) =>
      countRows(move.source, { table, owner, owner_ids: owners(of) }, where),
    );
    const count = (await Promise.all(counts)).reduce((sum, one) => sum + one, 0);
    tables.push({ table, count, plan });
  }
  const ids = accounts.map(([id]) => id);
  const notes = await findPeopleNotes(move.source, move.organization_id, ids);
  return { ...notes, tables, accounts: accounts.length };
}

/** Inserts the organization, which is shown nowhere until it is opened. @returns its id there */
export async function beginArrival(move: Planned, move_id: string): Promise<number> {
  const { source, target, organization_id } = move;
  const table = "organizations";
  await advance(move, table);
  const { sequence } = await findShape(target, table);
  const isTaken = (await listTaken(target, table, [organization_id])).size > 0;
  const id = isTaken ? await nextId(target, sequence ?? "") : organization_id;
  const { columns } = await findShape(source, table);
  const all = { after: null, limit: "all", where: conditionOf({ owners: [] }, move) } as const;
  const of = { table, columns, key: [], owner: "id", owner_id: organization_id } as const;
  const [row] = await readRows(source, { ...of, ...all });
  const between = { moving_at: null, moved_to: null, arriving_at: `${wireNow()}Z`, move_id };
  await target.db.transaction().execute(async (trx) => {
    await insertRows(trx, table, columns, [{ ...row, ...between, id: String(id) }]);
    await insertKnownIds(trx, { organization_id: id, name: table }, [[organization_id, id]]);
  });
  return id;
}

/**
 * Decides about all ids before any row is copied: whatever refers to them finds them.
 * @param among only these tables
 */
export async function plan(move: Move, among?: readonly Table[]): Promise<void> {
  const known = new Set((await listProgress(move.target, move.arrival)).map(({ name }) => name));
  let maps = await listMoveIds(move.target, move.arrival);
  for (const [table, policy] of copiedTables()) {
    if (known.has(table) || !(among ?? [table]).includes(table)) continue;
    await advance(move, table);
    const people = table === "users" ? await planPeople(move) : null;
    const owners = ownersAt("source", move, people ? sameIds("users", people.copied) : maps);
    await savePlan(move, table, await planIds(move, table, policy, owners), people?.accounts);
    if (ALWAYS_MAPPED.includes(table)) maps = await listMoveIds(move.target, move.arrival);
  }
}
