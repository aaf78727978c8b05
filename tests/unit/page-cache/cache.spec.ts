import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { type Found, PageCache } from "#lib/page-cache/cache.ts";
import { DiskCopies } from "#lib/page-cache/disk.ts";
import type { Outcome } from "#lib/page-cache/outcome.ts";
import { PAGES } from "#lib/public-routes/pages.ts";
import type { Turns } from "#lib/turns.ts";
import { turnsOf } from "#tests/support/turns.ts";

const route = PAGES.start;

/** A page whose renders are finished by hand, in any order. */
class Page {
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

  async ask(key = "acme", address = "192.0.2.1"): Promise<string> {
    const ready = this.cache.ready(key);
    if (ready) return textOf(ready);
    const visit = {
      request_id: "",
      address,
      page: "acme",
      host: "acme.localhost",
      url: "/",
      locale: "en" as const,
      own_host: true,
    };
    return textOf(await this.cache.find({ key, route, visit }));
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

function textOf({ copy, outcome }: Found): string {
  return (copy ? copy.variants.entity.body : outcome.body).toString();
}

async function openDisk(folder: string): Promise<DiskCopies> {
  const disk = new DiskCopies(folder);
  await disk.open();
  return disk;
}

function makeFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), "pages-"));
}

async function open(turns?: Turns): Promise<Page> {
  return new Page(await openDisk(await makeFolder()), turns);
}

test("everybody who asks at once waits for one render", async () => {
  const page = await open();
  const answers = [page.ask(), page.ask(), page.ask()];
  await page.begun(1);
  page.finish(0, "one");
  expect(await Promise.all(answers)).toEqual(["one", "one", "one"]);
  expect(page.renders.length).toBe(1);
  expect(await page.ask()).toBe("one");
});

test("who asks after a change never gets what a render read before it, whichever ends first", async () => {
  const page = await open();
  const early = page.ask();
  await page.begun(1);
  page.cache.changed("page:1");
  const late = page.ask();
  await page.begun(2);
  page.finish(1, "new");
  expect(await late).toBe("new");
  page.finish(0, "old");
  expect(await early).toBe("old");
  expect(await page.ask()).toBe("new");
});

test("after a change everybody waits for the new render", async () => {
  const page = await open();
  const first = page.ask();
  await page.begun(1);
  page.finish(0, "old");
  await first;
  page.cache.changed("page:1");
  const answers = [page.ask(), page.ask()];
  await page.begun(2);
  page.finish(1, "new");
  expect(await Promise.all(answers)).toEqual(["new", "new"]);
});

test("when rendering fails the last good copy is sent, and nobody tries again for a moment", async () => {
  const page = await open();
  const first = page.ask();
  await page.begun(1);
  page.finish(0, "good");
  await first;
  page.cache.changed("page:1");
  const second = page.ask();
  await page.begun(2);
  page.renders[1]?.fail();
  expect(await second).toBe("good");
  expect(await page.ask()).toBe("good");
  expect(page.renders.length).toBe(2);
});

test("a change ends the pause after a failure: whoever made it sees it in the very next answer", async () => {
  const page = await open();
  const first = page.ask();
  await page.begun(1);
  page.renders[0]?.fail();
  expect(await first).toContain("cannot be shown");
  page.cache.changed("page:1");
  const second = page.ask();
  await page.begun(2);
  page.finish(1, "good");
  expect(await second).toBe("good");
  page.cache.changedAll();
  const third = page.ask();
  await page.begun(3);
  page.renders[2]?.fail();
  expect(await third).toBe("good");
  page.cache.changed("page:1");
  const fourth = page.ask();
  await page.begun(4);
  page.finish(3, "better");
  expect(await fourth).toBe("better");
});

test("while the app says nothing the last copy is sent at once, however old", async () => {
  const page = await open();
  const first = page.ask();
  await page.begun(1);
  page.finish(0, "kept");
  await first;
  page.cache.changed("page:1");
  page.isSilent = true;
  expect(await page.ask()).toBe("kept");
  expect(page.renders.length).toBe(1);
});

test("an answer that was not declared cacheable goes to who asked first, everybody else is asked for themselves", async () => {
  const page = await open();
  page.isShared = false;
  const answers = [page.ask(), page.ask()];
  await page.begun(1);
  page.finish(0, "for the first");
  await page.begun(2);
  page.finish(1, "for the second");
  expect(await Promise.all(answers)).toEqual(["for the first", "for the second"]);
});

test("a page that is no longer for everybody leaves no copy behind", async () => {
  const page = await open();
  const first = page.ask();
  await page.begun(1);
  page.finish(0, "public");
  await first;
  await page.cache.forget("page:1");
  const second = page.ask();
  await page.begun(2);
  page.renders[1]?.fail();
  expect(await second).not.toContain("public");
});

test("a render that waits behind its client's others begins when anybody else asks for it", async () => {
  const page = await open(turnsOf({ all: 2, client: 1 }));
  const flood = ["a", "b", "c"].map((key) => page.ask(key, "192.0.2.1"));
  const wanted = page.ask("wanted", "192.0.2.1");
  await page.begun(1);
  const another = page.ask("wanted", "192.0.2.2");
  await page.begun(2);
  page.finish(1, "wanted by two");
  expect(await Promise.all([wanted, another])).toEqual(["wanted by two", "wanted by two"]);
  expect(page.renders.length).toBe(2);
  for (const [index, text] of ["a", "b", "c"].entries()) {
    await page.begun(index + 2);
    page.finish(index === 0 ? 0 : index + 1, text);
  }
  await page.begun(4);
  expect(await Promise.all(flood)).toEqual(["a", "b", "c"]);
});

test("a render that has not begun shows every change until it begins", async () => {
  const page = await open(turnsOf({ all: 1 }));
  const before = page.ask("other");
  await page.begun(1);
  const waiting = page.ask();
  page.cache.changed("page:1");
  const later = page.ask();
  page.finish(0, "other");
  await page.begun(2);
  page.finish(1, "new");
  expect(await Promise.all([before, waiting, later])).toEqual(["other", "new", "new"]);
  expect(page.renders.length).toBe(2);
});

test("where too much waits the last copy is sent, and where there is none a refusal; neither costs a render", async () => {
  const page = await open(turnsOf({ all: 1, client_waiting: 1 }));
  const first = page.ask();
  await page.begun(1);
  page.finish(0, "kept");
  await first;
  const flood = ["a", "b"].map((key) => page.ask(key));
  await page.begun(2);
  page.cache.changed("page:1");
  expect(await page.ask()).toBe("kept");
  expect(await page.ask("c")).toContain("This server is busy");
  const stranger = page.ask("d", "192.0.2.2");
  for (const index of [1, 2, 3]) {
    await page.begun(index + 1);
    page.finish(index, `render ${index}`);
  }
  expect(await stranger).toMatch(/^render/);
  await Promise.all(flood);
  expect(page.renders.length).toBe(4);
});

test("copies survive on disk, for another process", async () => {
  const folder = await makeFolder();
  const disk = await openDisk(folder);
  const page = new Page(disk);
  const asked = page.ask();
  await page.begun(1);
  page.finish(0, "kept");
  await asked;
  await disk.flush();
  const other = await openDisk(folder);
  expect((await other.read("acme"))?.variants.entity.body.toString()).toBe("kept");
  expect(Array.from(other.made(), ([tag]) => tag)).toEqual(["page:1"]);
  await other.deleteTag("page:1");
  expect(await other.read("acme")).toBeNull();
});
