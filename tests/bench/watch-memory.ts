import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { isMainThread, Worker, workerData } from "node:worker_threads";
import { memoryOf, pidsBelow } from "./memory.ts";

const SAMPLE_MS = 500;

type Watch = { pid: number; most_mib: Float64Array };

async function watch({ pid, most_mib }: Watch): Promise<never> {
  for (;;) {
    most_mib[0] = Math.max(most_mib[0] ?? 0, memoryOf(pidsBelow(pid)));
    await sleep(SAMPLE_MS);
  }
}

/**
 * The most memory that a process and its children have until it is asked. A thread of its own looks,
 * since a look takes tens of milliseconds that others would count as the server's.
 */
export function watchMemory(pid: number): () => number {
  const most_mib = new Float64Array(new SharedArrayBuffer(8));
  const data: Watch = { pid, most_mib };
  const thread = new Worker(fileURLToPath(import.meta.url), { workerData: data });
  return () => {
    void thread.terminate();
    return most_mib[0] ?? 0;
  };
}

if (!isMainThread) await watch(workerData);
