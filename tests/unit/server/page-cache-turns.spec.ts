import { expect, test } from "@playwright/test";
import { turnsOf } from "#tests/support/data/turns.ts";
import { open, openDisk, Page } from "#tests/support/http/cached-page.ts";
import { ownFolder } from "#tests/support/server/folder.ts";

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

test("a page is rendered beside as many of another tenant's as there are clients who ask for them", async () => {
  const page = await open(turnsOf({ all: 3, tenant: 2, client: 2 }));
  const flood = Array.from({ length: 20 }, (_, index) =>
    page.ask(`flood ${index}`, `192.0.2.${index % 10}`, "flooding"),
  );
  await page.begun(2);
  const quiet = page.ask("quiet", "198.51.100.1", "quiet");
  await page.begun(3);
  page.finish(2, "quiet");
  expect(await quiet).toBe("quiet");
  const joined = [page.ask("flood 19", "198.51.100.2", "quiet"), flood.at(-1)];
  await page.begun(4);
  page.finish(3, "wanted by two tenants");
  expect(new Set(await Promise.all(joined))).toEqual(new Set(["wanted by two tenants"]));
  for (let index = 0; index < 21; index++) {
    await page.begun(index + 1);
    page.finish(index, "flood");
  }
  await Promise.all(flood);
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
  // The other was overtaken.
  await page.begun(3);
  page.finish(2, "other, new");
  expect(await Promise.all([before, waiting, later])).toEqual(["other, new", "new", "new"]);
  expect(page.renders.length).toBe(3);
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
  // The change overtook "a".
  for (const index of [1, 2, 3, 4]) {
    await page.begun(index + 1);
    page.finish(index, `render ${index}`);
  }
  expect(await stranger).toMatch(/^render/);
  await Promise.all(flood);
  expect(page.renders.length).toBe(5);
});

test("copies survive on disk, for another process", async () => {
  const folder = await ownFolder();
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
