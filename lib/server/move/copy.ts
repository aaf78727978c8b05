import { withSecret } from "#lib/platform/crypto/seal.ts";
import { CliError } from "#lib/server/cli/connect.ts";
import type { Ids } from "#lib/server/move/ids.ts";
import { type Copied, POLICIES, type Table } from "#lib/server/move/policies.ts";
import { type Progress, updateProgress } from "#lib/server/move/progress.queries.ts";
import {
  type Column,
  conditionOf,
  findShape,
  insertRows,
  readRows,
  type Side,
  type Slice,
} from "#lib/server/move/queries.ts";
import { hashRow, openRow, type Row, rewritten, sealRow } from "#lib/server/move/rows.ts";

const BATCH = 2_000;
const MODULUS = 2n ** 128n;

/** Both sides of a move, with the organization's ids there. */
export type Move = {
  source: Side;
  target: Side;
  organization_id: number;
  /** Its id at the target. */
  arrival: number;
  /** Ids of its pages at the source. */
  pages: readonly number[];
  /** Former addresses that another has at the target. */
  taken: readonly string[];
};

/** Ids of owners at the source, in a stable order. */
export type Owners = (of: Table) => readonly number[];

export function copiedTables(): [Table, Copied][] {
  return Object.entries(POLICIES).flatMap(([table, policy]): [Table, Copied][] =>
    "left" in policy || table === "organizations" ? [] : [[table as Table, policy]],
  );
}

type Frame = {
  table: Table;
  policy: Copied;
  columns: readonly Column[];
  primary: readonly string[];
  types: ReadonlyMap<string, string>;
};

async function frameOf(side: Side, table: Table, { ids }: Progress): Promise<Frame> {
  const policy = POLICIES[table] as Copied;
  const { columns, primary } = await findShape(side, table);
  const kept = columns.filter(({ name }) => ids !== "new" || name !== "id");
  const types = new Map(kept.map(({ name, type }) => [name, type]));
  return { table, policy, columns, primary, types };
}

/** The key of an owner's rows: the primary key without the owner. */
function keyOf({ policy, columns, primary }: Frame, owner: string): Column[] {
  const names = policy.key ?? primary.filter((name) => name !== owner);
  return names.flatMap((name) => columns.find((column) => column.name === name) ?? []);
}

type Read = { rows: Row[]; last_key: string[] };

/** Reads the rows of all owners in batches, from after `last_key` on. */
async function* batches(
  side: Side,
  frame: Frame,
  {
    owners,
    where,
    last_key,
  }: Pick<Slice, "where"> & {
    owners: readonly (readonly [string, number])[];
    last_key: readonly string[] | null;
  },
): AsyncGenerator<Read> {
  const { table, columns, policy } = frame;
  const limit = policy.batch ?? BATCH;
  const from = Number(last_key?.[0] ?? 0);
  for (const [index, [owner, owner_id]] of owners.entries()) {
    if (index < from) continue;
    const key = keyOf(frame, owner);
    let after = index === from ? (last_key?.slice(1) ?? null) : null;
    for (let isMore = !(after && (key.length === 0 || limit === "all")); isMore; ) {
      const slice = { table, columns, key, owner, owner_id, after, limit, where };
      const rows = await readRows(side, slice);
      const last = rows.at(-1);
      after = key.map(({ name }) => last?.[name] ?? "");
      if (last) yield { rows, last_key: [String(index), ...after] };
      isMore = key.length > 0 && limit !== "all" && rows.length >= limit;
    }
  }
}

function ownersOf({ owners }: Copied, list: Owners): [string, number][] {
  return owners.flatMap(([column, of]) => list(of).map((id): [string, number] => [column, id]));
}

function addTo(digest: string, hashes: readonly bigint[]): string {
  return String(hashes.reduce((sum, one) => (sum + one) % MODULUS, BigInt(digest)));
}

/** A name that was free when planned may be taken when it is copied. */
function takenMeanwhile(table: Table, { code, detail }: { code?: string; detail?: string }) {
  if (code !== "23505") return null;
  return new CliError(
    `${table}: meanwhile another has this at the other installation: ${detail} Remove it there and run this again, or end this move with --cancel and begin it again`,
  );
}

/** Copies what is left of a table; a batch and how far it is are one transaction. */
export async function copyTable(
  move: Move,
  { progress, ids, owners }: { progress: Progress; ids: Ids; owners: Owners },
): Promise<Progress> {
  const { source, target, arrival } = move;
  const table = progress.name as Table;
  const frame = await frameOf(source, table, progress);
  const columns = frame.columns.filter(({ name }) => frame.types.has(name));
  const all = {
    owners: ownersOf(frame.policy, owners),
    where: conditionOf(frame.policy, move),
    last_key: progress.last_key,
  };
  let now = progress;
  const save = async (next: Progress, rows: readonly Row[]) => {
    now = next;
    const saving = target.db.transaction().execute(async (trx) => {
      await insertRows(trx, table, columns, rows);
      await updateProgress(trx, arrival, now);
    });
    await saving.catch((error) => {
      throw takenMeanwhile(table, error) ?? error;
    });
  };
  for await (const { rows, last_key } of batches(source, frame, all)) {
    const plain = withSecret(source.secret, () =>
      rows.map((row) => rewritten(ids, table, openRow(table, row))),
    );
    const sealed = withSecret(target.secret, () => plain.map((row) => sealRow(table, row)));
    const hashes = withSecret(target.secret, () => sealed.map((row) => openRow(table, row))).map(
      (row) => hashRow(row, frame.types),
    );
    const digest = addTo(now.digest, hashes);
    await save({ ...now, count: now.count + rows.length, digest, last_key }, sealed);
  }
  await save({ ...now, is_done: true }, []);
  return now;
}

/** Whether the target has the rows that were copied, and no others. */
export async function isCopied(
  { target, ...move }: Move,
  { progress, owners }: { progress: Progress; owners: Owners },
): Promise<boolean> {
  const table = progress.name as Table;
  const frame = await frameOf(target, table, progress);
  const where = conditionOf({ owners: [] }, move);
  let [count, digest] = [0, "0"];
  const all = { owners: ownersOf(frame.policy, owners), where, last_key: null };
  for await (const { rows } of batches(target, frame, all)) {
    count += rows.length;
    const open = withSecret(target.secret, () => rows.map((row) => openRow(table, row)));
    digest = addTo(
      digest,
      open.map((row) => hashRow(row, frame.types)),
    );
  }
  return count === progress.count && digest === progress.digest;
}
