import { waitForPruning, waitUntilQuiet } from "#lib/core/moves/quiet.ts";
import { secondsBetween, wireNow } from "#lib/platform/clock.ts";
import { CliError } from "#lib/server/cli/connect.ts";
import {
  type Checked,
  check,
  findBoth,
  listPages,
  requireBoth,
  requireLocks,
} from "#lib/server/move/check.ts";
import { copiedTables, copyTable, isCopied, type Move } from "#lib/server/move/copy.ts";
import { moveReports, readJobs } from "#lib/server/move/jobs.ts";
import { findPeopleNotes, listActors, type PeopleNotes } from "#lib/server/move/people.queries.ts";
import { beginArrival, idsIn, ownersAt, plan } from "#lib/server/move/plan.ts";
import type { Table } from "#lib/server/move/policies.ts";
import { listMoveIds, listProgress, type Progress } from "#lib/server/move/progress.queries.ts";
import type { Side } from "#lib/server/move/queries.ts";
import {
  closeOrganization,
  deleteCopy,
  findOrganization,
  forgetCopy,
  openOrganization,
  pauseOrganization,
  resumeOrganization,
} from "#lib/server/move/state.queries.ts";

type MoveRequest = {
  source: Side;
  target: Side;
  organization_id: number;
  /** Base address of the other installation. */
  to: string;
  /** Hears of each phase when it begins. */
  say: (phase: string, detail?: string) => void;
};

export type MoveSummary = {
  pages: number;
  rows: number;
  /** People whose account at the target is used. */
  accounts: number;
  /** Kinds of records of which some have other ids. */
  mapped: string[];
} & PeopleNotes;

/** Once these are copied, nobody else gets a name. */
const NAMED: readonly Table[] = ["status_pages", "addresses"];

type Begin = (phase: string, detail?: string) => Promise<void>;

async function copyAll(move: Move, begin: Begin): Promise<void> {
  const maps = await listMoveIds(move.target, move.arrival);
  const ids = idsIn(maps, await listActors(move.source, move.organization_id));
  const owners = ownersAt("source", move, maps);
  for (const progress of await listInOrder(move)) {
    if (progress.is_done) continue;
    const { name, count } = await copyTable(move, { progress, ids, owners });
    if (count > 0) await begin("copy", `${name} ${count}`);
  }
}

/** Parents before their children, as they were planned. */
async function listInOrder({ target, arrival }: Move): Promise<Progress[]> {
  const all = new Map((await listProgress(target, arrival)).map((one) => [one.name, one]));
  return copiedTables().flatMap(([table]) => all.get(table) ?? []);
}

/** @throws {CliError} */
async function verify(move: Move): Promise<void> {
  const maps = await listMoveIds(move.target, move.arrival);
  const owners = ownersAt("target", move, maps);
  for (const progress of await listInOrder(move)) {
    if (!(await isCopied(move, { progress, owners })))
      throw new CliError(
        `${progress.name} differs at the other installation: end this move with --cancel, and begin it again`,
      );
  }
}

async function open(move: Move, moving_at: string): Promise<void> {
  const ids = idsIn(await listMoveIds(move.target, move.arrival));
  const add = await readJobs(move, ids);
  const pause_s = secondsBetween(moving_at, wireNow());
  await openOrganization(move.target, move.arrival, { pause_s, add });
}

async function summaryOf(move: Move): Promise<MoveSummary> {
  const maps = await listMoveIds(move.target, move.arrival);
  const progress = await listProgress(move.target, move.arrival);
  const accounts = [...(maps.get("accounts")?.keys() ?? [])];
  const notes = await findPeopleNotes(move.source, move.organization_id, accounts);
  return {
    ...notes,
    pages: move.pages.length,
    rows: progress.reduce((sum, { count }) => sum + count, 0),
    accounts: accounts.length,
    mapped: progress.filter(({ ids }) => ids === "mapped").map(({ name }) => name),
  };
}

/** @param undo null: an earlier run has paused the organization, which stays so */
async function requireEnded(left: string | null, undo: (() => Promise<void>) | null) {
  if (left === null) return;
  await undo?.();
  const next = undo
    ? "nothing has moved: run the move again once it has ended"
    : "run the move again once it has ended, or end the move with --cancel";
  throw new CliError(`It has not ended in time: ${left}: ${next}`);
}

const THERE = "at the other installation";

/** Arriving data may be old enough to be pruned. */
async function waitThere({ target, say }: MoveRequest): Promise<string | null> {
  const onWait = (what: string) => say("wait", `for ${what} ${THERE}`);
  const left = await waitForPruning(target.db, { onWait });
  return left && `${left} ${THERE}`;
}

/** Waits before the pause, as a dead worker's job counts as running for hours. */
async function checkIdle(request: MoveRequest): Promise<Checked> {
  const { source, target, organization_id, say } = request;
  const checked = await check(source, target, organization_id);
  const { arrival, organization } = checked;
  if (arrival && !arrival.arriving_at) return checked;
  const undo = organization.moving_at ? null : async () => {};
  const onWait = (what: string) => say("wait", `for ${what}`);
  await requireEnded(await waitForPruning(source.db, { onWait }), undo);
  await requireEnded(await waitThere(request), undo);
  // Names may have been taken meanwhile.
  return check(source, target, organization_id);
}

/** @returns what begins a phase, as long as nobody else can move anything */
function beginning({ source, target, say }: Pick<MoveRequest, "source" | "target" | "say">): Begin {
  return async (phase, detail) => {
    await requireLocks(source, target);
    say(phase, detail);
  };
}

async function transfer(move: Move, moving_at: string, begin: Begin): Promise<void> {
  await begin("plan");
  await plan(move, NAMED);
  await copyAll(move, begin);
  await plan(move);
  await copyAll(move, begin);
  await begin("verify");
  await verify(move);
  await begin("open");
  await open(move, moving_at);
}

/**
 * Moves an organization, or goes on where an earlier run ended: whatever that did is in one of the
 * databases.
 * @throws {CliError} for what keeps it from being moved
 */
export async function moveOrganization(request: MoveRequest): Promise<MoveSummary> {
  const { source, target, organization_id, to, say } = request;
  const begin = beginning(request);
  say("check");
  const { move: planned, arrival: begun, organization } = await checkIdle(request);
  await begin("pause");
  await pauseOrganization(source, organization_id);
  const { moving_at, move_id } = (await findOrganization(source, organization_id)) ?? organization;
  const undo = async (copy: number | null) => {
    await requireLocks(source, target);
    if (copy) await deleteCopy(target, copy);
    await resumeOrganization(source, organization_id);
  };
  const onWait = (what: string) => say("wait", `for ${what}`);
  const left = await waitUntilQuiet(source.db, organization_id, { onWait });
  await requireEnded(left, begun ? null : () => undo(null));
  await requireLocks(source, target);
  const pages = await listPages(source, organization_id);
  const arrival = begun?.id ?? (await beginArrival(planned, move_id ?? ""));
  const move = { ...planned, pages, arrival };
  if (!begun || begun.arriving_at) {
    await requireEnded(await waitThere(request), begun ? null : () => undo(arrival));
    await transfer(move, moving_at ?? wireNow(), begin);
  }
  const summary = await summaryOf(move);
  await begin("redirect");
  await closeOrganization(source, organization_id, { to, arrival, pages: move.pages });
  await moveReports(move, idsIn(await listMoveIds(target, arrival)));
  await begin("tidy");
  await forgetCopy(target, arrival);
  return summary;
}

/** @returns whether it had moved already: then its addresses lead to `to` from now on */
export async function redirectAnew({
  source,
  target,
  organization_id,
  to,
}: Omit<MoveRequest, "say">): Promise<boolean> {
  await requireBoth(source, target);
  const { organization, arrival } = await findBoth(source, target, organization_id);
  if (!organization.moved_to || organization.moved_to === to || arrival) return false;
  await closeOrganization(source, organization_id, { to, arrival: null, pages: [] });
  return true;
}

type Cancelling = Pick<MoveRequest, "source" | "organization_id" | "say"> & { target: Side | null };

/**
 * Ends a move that has not been opened: everything is as before. Asks for nothing else, as this is
 * what is left when a move cannot go on.
 * @param target null: it is gone, with what it had
 * @throws {CliError}
 */
export async function cancelMove({ source, target, organization_id, say }: Cancelling) {
  say("check");
  const { arrival, organization } = await findBoth(source, target, organization_id);
  if (!organization.moving_at) throw new CliError("It is not being moved");
  if (organization.moved_to || (arrival && !arrival.arriving_at))
    throw new CliError("It has moved already: run the move again to complete it");
  if (target && arrival) {
    say("delete");
    await deleteCopy(target, arrival.id);
  }
  say("resume");
  await resumeOrganization(source, organization_id);
}
