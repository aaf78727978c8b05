import { setTimeout as sleep } from "node:timers/promises";
import type { Version } from "./nodes.ts";
import type { World } from "./world.ts";

// Long enough that a machine that wakes up finds another one in its place.
const FROZEN_MS = 10_000;
const WITHOUT_QUORUM_MS = 30_000;
const AWAY_MS = 3_000;

/** Does something bad, and mends it. @returns whether another machine had to take over */
export type Fault = (world: World) => Promise<boolean>;

async function switchover({ database }: World): Promise<boolean> {
  const leader = await database.leader();
  await database.switchover(leader);
  await database.leader(leader);
  return true;
}

async function killPostmaster({ database }: World): Promise<boolean> {
  const leader = await database.leader();
  process.kill(leader.postmaster, "SIGKILL");
  await database.leader(leader);
  return true;
}

async function killMachine({ database }: World): Promise<boolean> {
  const leader = await database.leader();
  await leader.kill();
  await database.leader(leader);
  await sleep(AWAY_MS);
  leader.start();
  return true;
}

async function freezeMachine({ database }: World): Promise<boolean> {
  const leader = await database.leader();
  leader.signal("SIGSTOP");
  await database.leader(leader);
  await sleep(FROZEN_MS);
  leader.signal("SIGCONT");
  return true;
}

async function loseQuorum({ database }: World): Promise<boolean> {
  const leader = await database.leader();
  const others = database.machines.filter((machine) => machine !== leader);
  for (const machine of others) machine.signalEtcd("SIGSTOP");
  await sleep(WITHOUT_QUORUM_MS);
  for (const machine of others) machine.signalEtcd("SIGCONT");
  return false;
}

async function killNodes({ nodes, version }: World): Promise<boolean> {
  for (const node of nodes) {
    await node.kill();
    await sleep(AWAY_MS);
    await node.start(version);
    await sleep(AWAY_MS);
  }
  return false;
}

/** As in an upgrade: the load balancer knows each one before the next one stops. */
async function replaceNodes({ all, version }: World): Promise<boolean> {
  for (const node of all) {
    await node.stop();
    await node.start(version);
    await sleep(AWAY_MS);
  }
  return false;
}

async function restartPooler({ proxies }: World): Promise<boolean> {
  await proxies.killPooler();
  proxies.startPooler();
  return false;
}

async function killWorker({ worker, version }: World): Promise<boolean> {
  await worker.kill();
  await sleep(AWAY_MS);
  await worker.start(version);
  return false;
}

function changeVersion(version: Version): Fault {
  return async (world) => {
    world.version = version;
    return replaceNodes(world);
  };
}

/** Every fault by its name. @param before the version that is upgraded to `next`, if another one */
export function faults(next: Version, before: Version): Record<string, Fault> {
  return {
    upgrade: changeVersion(next),
    switchover,
    "postmaster-killed": killPostmaster,
    "machine-killed": killMachine,
    "machine-frozen": freezeMachine,
    "etcd-quorum-lost": loseQuorum,
    "nodes-killed": killNodes,
    "nodes-drained": replaceNodes,
    "pooler-killed": restartPooler,
    "worker-killed": killWorker,
    downgrade: changeVersion(before),
  };
}
