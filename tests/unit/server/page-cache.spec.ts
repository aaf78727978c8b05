import { expect, test } from "@playwright/test";
import { NO_DATA } from "#lib/core/routes/routes.ts";
import { DiskCopies } from "#lib/server/cache/disk.ts";
import { privateEntity } from "#lib/server/cache/headers.ts";
import { open, Page } from "#tests/support/http/cached-page.ts";
import { ownFolder } from "#tests/support/server/folder.ts";

test("everybody who asks at once waits for one render", async () => {
  const page = await open();
  const answers = [page.ask(), page.ask(), page.ask()];
  await page.begun(1);
  page.finish(0, "one");
  expect(await Promise.all(answers)).toEqual(["one", "one", "one"]);
  expect(page.renders.length).toBe(1);
  expect(await page.ask()).toBe("one");
});

test("nobody gets what a render read before a change, whichever ends first", async () => {
  const page = await open();
  const early = page.ask();
  await page.begun(1);
  page.cache.changed("page:1");
  const late = page.ask();
  await page.begun(2);
  page.finish(1, "new");
  expect(await late).toBe("new");
  page.finish(0, "old");
  expect(await early).toBe("new");
  expect(page.renders.length).toBe(2);
});

test("a render that a change overtakes is repeated once, for caches in front", async () => {
  const page = await open();
  const answers = [page.result(), page.result()];
  await page.begun(1);
  page.cache.changed("page:1");
  page.finish(0, "old");
  await page.begun(2);
  page.finish(1, "new");
  for (const { copy } of await Promise.all(answers))
    expect(copy?.variants.entity.body.toString()).toBe("new");
  expect(page.renders.length).toBe(2);
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

test("a page that changes faster than it renders has a last good copy, too", async () => {
  const page = await open();
  const first = page.result();
  await page.begun(1);
  page.cache.changed("page:1");
  page.finish(0, "good");
  await page.begun(2);
  page.renders[1]?.fail();
  const { copy, outcome, how } = await first;
  expect([copy, outcome?.body.toString(), how]).toEqual([undefined, "good", "fwd=bypass"]);
  expect(await page.ask()).toBe("good");
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
  expect(await page.ask()).toBe("good");
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

test("what a render read before its page was made private is for no cache in front", async () => {
  const page = await open();
  const early = page.result();
  await page.begun(1);
  page.cache.changed("page:1");
  await page.cache.forget("page:1");
  page.finish(0, "public");
  await page.begun(2);
  page.cache.changed("page:1");
  page.finish(1, "public");
  const { copy, outcome } = await early;
  expect([copy, outcome?.body.toString()]).toEqual([undefined, "public"]);
  const headers = outcome ? privateEntity(outcome, NO_DATA).headers : [];
  expect(headers).toContain("private, no-store");
  expect(headers.join()).not.toMatch(/page:1|s-maxage|max-age/);
  // Scripts elsewhere may read it as before.
  expect(headers).toContain("Access-Control-Allow-Origin");
});

/** Asks for a page that is read from disk, while another tag is withdrawn. */
async function readWhileWithdrawn(tag: string) {
  let reads = 0;
  const read = Promise.withResolvers<void>();
  const going_on = Promise.withResolvers<void>();
  class SlowDisk extends DiskCopies {
    override async read(key: string) {
      const copy = await super.read(key);
      reads += 1;
      read.resolve();
      await going_on.promise;
      return copy;
    }
  }
  const disk = new SlowDisk(await ownFolder());
  await disk.open();
  const earlier = new Page(disk);
  const first = earlier.ask();
  await earlier.begun(1);
  earlier.finish(0, "public");
  await first;
  await disk.flush();
  const page = new Page(disk);
  const second = page.ask();
  await page.begun(1);
  page.renders[0]?.fail();
  await read.promise;
  await page.cache.forget(tag);
  going_on.resolve();
  const isShown = (await second).includes("public");
  return { reads, isShown, isKept: page.cache.store.get("acme") !== undefined };
}

test("a copy whose page is withdrawn while it is read from disk is not shown; no other is read again", async () => {
  expect(await readWhileWithdrawn("page:1")).toMatchObject({ isShown: false, isKept: false });
  expect(await readWhileWithdrawn("page:2")).toEqual({ reads: 1, isShown: true, isKept: true });
});
