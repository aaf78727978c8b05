import { PAGES } from "#lib/core/routes/routes.ts";
import type { FairQueue } from "#lib/platform/limits/fair-queue.ts";
import { type CacheResult, PageCache } from "#lib/server/cache/cache.ts";
import { DiskCopies } from "#lib/server/cache/disk.ts";
import type { Outcome } from "#lib/server/cache/outcome.ts";
import { turnsOf } from "#tests/support/data/turns.ts";
import { ownFolder } from "#tests/support/server/folder.ts";

export const route = PAGES.start;

/** A page whose renders are finished by hand, in any order. */
export class Page {
  readonly renders: { finish(text: string): void; fail(): void }[] = [];
  readonly cache: PageCache;
  isShared = true;
  isSilent = false;
  #awaited: (() => void) | undefined;

  constructor(disk: DiskCopies, turns = turnsOf()) {
    const render = async (): Promise<Outcome> => {
      const { promise, resolve, reject } = Promise.withResolvers<string>();
      this.renders.push({ finish: resolve, fail: () => reject(new Error("connection timeout")) });
      this.#awaited?.();
      const text = await promise;
      const outcome = { status: 200, headers: { "content-type": "text/plain" }, policy: null };
      const cache = this.isShared && { cache: { tag: "page:1", seconds: 60 } };
      return { ...outcome, ...cache, body: Buffer.from(text) };
    };
    this.cache = new PageCache({ render, isSilent: () => this.isSilent }, disk, turns);
  }

  async ask(key?: string, address?: string, tenant?: string): Promise<string> {
    return textOf(await this.result(key, address, tenant));
  }

  async result(key = "acme", address = "192.0.2.1", tenant?: string): Promise<CacheResult> {
    const ready = this.cache.ready(key);
    if (ready) return ready;
    const visit = {
      request_id: "",
      address,
      tenant,
      page: "acme",
      host: "acme.localhost",
      url: "/",
      locale: "en" as const,
      own_host: true,
    };
    return this.cache.find({ key, route, visit });
  }

  /** Resolves when so many renders have begun. */
  async begun(count: number): Promise<void> {
    while (this.renders.length < count) {
      await new Promise<void>((resolve) => {
        this.#awaited = resolve;
      });
    }
  }

  finish(index: number, text: string): void {
    this.renders[index]?.finish(text);
  }
}

export function textOf({ copy, outcome }: CacheResult): string {
  return (copy ? copy.variants.entity.body : outcome.body).toString();
}

export async function openDisk(folder: string): Promise<DiskCopies> {
  const disk = new DiskCopies(folder);
  await disk.open();
  return disk;
}

export async function open(turns?: FairQueue): Promise<Page> {
  return new Page(await openDisk(await ownFolder()), turns);
}
