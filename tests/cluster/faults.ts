import { setTimeout as sleep } from "node:timers/promises";
import type { Machine } from "./database.ts";
import type { Version } from "./nodes.ts";
import type { World } from "./world.ts";

// Long enough that a machine that wakes up finds another one in its place.
const FROZEN_MS = 10_000;
const WITHOUT_QUORUM_MS = 30_000;
const AWAY_MS = 3_000;

/** Does something bad, and mends it. @returns the machine that took over, if one had to */
type Fault = (world: World) => Promise<Machine | null>;

async function switchover({ database }: World): Promise<Machine> {
  const leader = await database.leader();
  await database.switchover(leader);
  return database.leader(leader);
}

async function killPostmaster({ database }: World): Promise<Machine> {
  const leader = await database.leader();
  process.kill(leader.postmaster, "SIGKILL");
  return database.leader(leader);
}

async function killMachine({ database }: World): Promise<Machine> {
  const leader = await database.leader();
  await leader.kill();
  const next = await database.leader(leader);
  await sleep(AWAY_MS);
  leader.start();
  return next;
}

async function freezeMachine({ database }: World): Promise<Machine> {
  const leader = await database.leader();
  leader.signal("SIGSTOP");
  const next = await database.leader(leader);
  await sleep(FROZEN_MS);
  leader.signal("SIGCONT");
  return next;
}

async function loseQuorum({ database }: World): Promise<null> {
  const leader = await database.leader();
  const others = database.machines.filter((machine) => machine !== leader);
  for (const machine of others) machine.signalEtcd("SIGSTOP");
  await sleep(WITHOUT_QUORUM_MS);
  for (const machine of others) machine.signalEtcd("SIGCONT");
  return null;
}

async function killNodes({ nodes, version }: World): Promise<null> {
  for (const node of nodes) {
    await node.kill();
    await sleep(AWAY_MS);
    await node.start(version);
    await sleep(AWAY_MS);
  }
  return null;
}

/** As in an upgrade: the load balancer knows each one before the next one stops. */
async function replaceNodes({ all, version }: World): Promise<null> {
  for (const node of all) {
    await node.stop();
    await node.start(version);
    await sleep(AWAY_MS);
  }
  return null;
}

async function restartPooler({ proxies }: World): Promise<null> {
  await proxies.killPooler();
  proxies.startPooler();
  return null;
}

async function killWorker({ worker, version }: World): Promise<null> {
  await worker.kill();
  await sleep(AWAY_MS);
  await worker.start(version);
  return null;
}

/** Every fault by its name. @param next the version that an upgrade leads to */
export function faults(next: Version): Record<string, Fault> {
  const upgrade = async (world: World) => {
    world.version = next;
    return replaceNodes(world);
  };
  return {
    upgrade,
    switchover,
    "postmaster-killed": killPostmaster,
    "machine-killed": killMachine,
    "machine-frozen": freezeMachine,
    "etcd-quorum-lost": loseQuorum,
    "nodes-killed": killNodes,
    "nodes-drained": replaceNodes,
    "pooler-killed": restartPooler,
    "worker-killed": killWorker,
  };
}
