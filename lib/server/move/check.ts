import { isMigrated } from "#db/migrate.ts";
import { findSecretCanary } from "#lib/core/installation/queries.ts";
import { unsealIfOurs, withSecret } from "#lib/platform/crypto/seal.ts";
import { CliError } from "#lib/server/cli/connect.ts";
import type { Move } from "#lib/server/move/copy.ts";
import { planPeople } from "#lib/server/move/plan.ts";
import {
  holdsLock,
  listIds,
  listMigrations,
  type Side,
  tryLock,
} from "#lib/server/move/queries.ts";
import {
  findArrival,
  findOrganization,
  listNames,
  listTakenNames,
  type Organization,
} from "#lib/server/move/state.queries.ts";

async function fits({ db, secret }: Side): Promise<boolean> {
  const canary = await findSecretCanary(db);
  return canary !== undefined && withSecret(secret, () => unsealIfOurs(canary) !== null);
}

async function requireSchema(source: Side, target: Side): Promise<void> {
  if (!(await isMigrated(source.db)))
    throw new CliError("The database has an older schema: run `npm run -s cli -- migrate` first");
  const [here, there] = [
    await listMigrations(source),
    await listMigrations(target).catch(() => []),
  ];
  if (here.join() !== there.join())
    throw new CliError(
      "MOVE_DATABASE_URL: the other database has another schema: bring both installations to the same version",
    );
}

async function lock(source: Side, target: Side | null): Promise<void> {
  if (!(await tryLock(source))) throw new CliError("Another move is running: wait for its end");
  if (target && !(await tryLock(target)))
    throw new CliError(
      "MOVE_DATABASE_URL: another move to there is running, or it is the database of this installation",
    );
}

/** @throws {CliError} when a connection was lost, and with it the lock */
export async function requireLocks(source: Side, target: Side): Promise<void> {
  if (!(await holdsLock(source)) || !(await holdsLock(target)))
    throw new CliError("The connection to a database was lost meanwhile: run this again");
}

/** @throws {CliError} */
export async function requireBoth(source: Side, target: Side): Promise<void> {
  await lock(source, target);
  await requireSchema(source, target);
  if (!(await fits(source)))
    throw new CliError("APP_SECRET: is not the one of this installation's database");
  if (!(await fits(target)))
    throw new CliError(
      "MOVE_APP_SECRET: is not the one of the other database, or no server has started there yet",
    );
}

type Found = {
  organization: Organization;
  /** Its copy at the target. */
  arrival: Organization | null;
};

/**
 * Keeps other runs away until the connections end.
 * @param target null: it is gone
 * @throws {CliError}
 */
export async function findBoth(source: Side, target: Side | null, id: number): Promise<Found> {
  await lock(source, target);
  const organization = await findOrganization(source, id);
  if (!organization) throw new CliError(`There is no organization ${id}`);
  if (organization.arriving_at) throw new CliError(`Organization ${id} is still arriving here`);
  const arrival = target && (await findArrival(target, organization.move_id));
  return { organization, arrival: arrival ?? null };
}

/** Others may be created until the organization is paused. */
export function listPages(source: Side, organization_id: number): Promise<number[]> {
  const of = { table: "status_pages", owner: "organization_id" } as const;
  return listIds(source, { ...of, owner_ids: [organization_id] });
}

export type Checked = Found & { move: Omit<Move, "arrival"> };

/**
 * Changes nothing.
 * @throws {CliError} for what keeps the organization from being moved
 */
export async function check(source: Side, target: Side, organization_id: number): Promise<Checked> {
  await requireBoth(source, target);
  const { organization, arrival } = await findBoth(source, target, organization_id);
  if (organization.moved_to && !arrival)
    throw new CliError(`It has moved to ${organization.moved_to}`);
  const names = await listNames(source, organization_id);
  const all = names.map(({ name }) => name);
  const taken = await listTakenNames(target, all, arrival?.id ?? null);
  const needed = names.filter(({ name, is_former }) => !is_former && taken.includes(name));
  if (needed.length > 0)
    throw new CliError(
      `Another page of the other installation has ${needed.map(({ name }) => name).join(", ")}: free it there, or change it here`,
    );
  if (!arrival) await planPeople({ source, target, organization_id });
  const pages = await listPages(source, organization_id);
  return { organization, arrival, move: { source, target, organization_id, pages, taken } };
}
