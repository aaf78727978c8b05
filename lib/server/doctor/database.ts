import type { Db } from "#db/index.ts";
import { isMigrated } from "#db/migrate.ts";
import { capacityWith, minConnectionsOf, SPARE, shareOf } from "#db/pools.ts";
import { verifySecret } from "#lib/core/installation/check-secret.ts";
import { listAbandonedMoves } from "#lib/core/moves/queries.ts";
import { now } from "#lib/platform/clock.ts";
import { EnvError, env } from "#lib/platform/config/env.ts";
import { VERSION } from "#lib/platform/version.ts";
import { type Finding, ok, warning, wrong } from "#lib/server/doctor/finding.ts";
import { type DatabaseFacts, readDatabaseFacts } from "#lib/server/doctor/queries.ts";

const MAX_LAG_S = 10;
const MAX_CLOCK_MS = 2_000;
const NEARLY_ALL = 0.9;

function standbys({ standbys: all, synchronous }: DatabaseFacts): Finding {
  const check = "standbys";
  const late = all.find(({ lag_s }) => (lag_s ?? 0) > MAX_LAG_S);
  const names = all
    .map(({ name, sync_state }) => `${name} (${sync_state ?? "unknown"})`)
    .join(", ");
  const isSafe = all.some(({ sync_state }) => sync_state === "sync" || sync_state === "quorum");
  // Only members of pg_monitor see the states.
  const isKnown = all.every(({ sync_state }) => sync_state !== null);
  if (synchronous !== "" && isKnown && !isSafe)
    return wrong(
      check,
      "no synchronous standby is connected, so writes wait: " +
        "start one, or relax synchronous_standby_names",
    );
  if (late)
    return warning(
      check,
      `${late.name} is ${Math.round(late.lag_s ?? 0)} s behind: look at its log and the network`,
    );
  if (all.length === 0 && env().NODES > 1)
    return warning(
      check,
      "none: if the database's machine fails, nodes can only serve copies. Add a standby",
    );
  if (all.length > 0 && isKnown && !isSafe)
    return warning(
      check,
      `${names}: a failover may lose the last updates. Set synchronous_standby_names`,
    );
  return ok(check, names || "none");
}

function connections({ available, used }: DatabaseFacts): Finding {
  const check = "connections";
  const capacity = capacityWith(available);
  const { nodes } = capacity;
  const [share, least] = [shareOf(capacity), minConnectionsOf(capacity)];
  const said = `${used} of ${available} are open, ${share} for each of ${nodes} nodes`;
  if (share < least || share * nodes > available - SPARE) {
    const missing = Math.max(share, least) * nodes + SPARE - available;
    const advice =
      missing > 0
        ? `Raise max_connections by ${missing}, or lower NODES or DATABASE_CONNECTIONS`
        : `Raise DATABASE_CONNECTIONS to ${least}`;
    return wrong(check, `${said}: a node needs ${least}, all together leave ${SPARE}. ${advice}`);
  }
  if (used > available * NEARLY_ALL)
    return warning(check, `${said}: nearly all. Look for other programs in pg_stat_activity`);
  return ok(check, said);
}

function clock({ now_ms }: DatabaseFacts): Finding {
  const ahead_ms = now().getTime() - now_ms;
  const side = ahead_ms < 0 ? "behind" : "ahead of";
  const said = `${(Math.abs(ahead_ms) / 1_000).toFixed(1)} s ${side} the database's`;
  if (Math.abs(ahead_ms) < MAX_CLOCK_MS)
    return ok("clock", `at most ${MAX_CLOCK_MS / 1_000} s from the database's`);
  return wrong("clock", `${said}: run an NTP client on both machines`);
}

function versions({ programs }: DatabaseFacts): Finding {
  const check = "nodes";
  const nodes = programs.filter((name) => name.startsWith("allclear-node "));
  const others = programs.filter((name) => name.split(" ")[1] !== VERSION);
  const said = nodes.map((name) => name.split(" ").slice(1, 3).reverse().join(" ")).join(", ");
  if (nodes.length > env().NODES) {
    const advice = `Set NODES to ${nodes.length} on all and restart them`;
    return wrong(check, `${said}: more than NODES, so connections may run out. ${advice}`);
  }
  if (others.length > 0)
    return warning(
      check,
      `${said}: this is ${VERSION}. Bring all nodes and workers to one version`,
    );
  return nodes.length === 0
    ? warning(check, "no node runs on this database: start one")
    : ok(check, said);
}

async function secret(db: Db): Promise<Finding> {
  try {
    await verifySecret(db);
    return ok("secret", "APP_SECRET fits the database");
  } catch (error) {
    if (error instanceof EnvError) return wrong("secret", error.message);
    throw error;
  }
}

async function moves(db: Db): Promise<Finding[]> {
  const abandoned = await listAbandonedMoves(db);
  return abandoned.map(({ id, state, since }) => {
    const said = `organization ${id} has been ${state} since ${since.slice(0, 16)}`;
    const advice = "run `organization move` again at its old installation, or with --cancel";
    return warning("moves", `${said}: ${advice}`);
  });
}

async function schema(db: Db): Promise<Finding[]> {
  if (await isMigrated(db))
    return [ok("schema", "up to date"), await secret(db), ...(await moves(db))];
  const advice = "start a node, or run `npm run -s cli -- migrate`";
  return [wrong("schema", `older than this program: ${advice}`)];
}

export async function examineDatabase(db: Db): Promise<Finding[]> {
  const facts = await readDatabaseFacts(db);
  const where = facts.address ?? "a local socket";
  return [
    ok("database", `PostgreSQL ${facts.version} at ${where}, the primary`),
    standbys(facts),
    connections(facts),
    clock(facts),
    versions(facts),
    ...(await schema(db)),
  ];
}
