import { rm } from "node:fs/promises";
import { Copies } from "#lib/domains/host-directory/copies.ts";
import { Directory } from "#lib/domains/host-directory/directory.ts";
import type { HostChange } from "#lib/domains/host-directory/hosts.ts";
import { newDomain } from "#tests/support/data/domains.ts";
import { putCertificate } from "#tests/support/http/https.ts";
import { ownFolder } from "#tests/support/server/folder.ts";
import { expect, test } from "#tests/support/test.ts";

const HOSTS = 250;

test("a node that begins tells first of the hosts that somebody waits for, there or not", async ({
  database,
}) => {
  const folder = await ownFolder();
  const [awaited, missing] = [newDomain(), newDomain()];
  const others = Array.from({ length: HOSTS }, newDomain);
  await putCertificate(database, awaited);
  const found = new Map(
    [...others, awaited].map((name) => [
      name,
      { allowed: true, certificate: name === awaited ? "new" : null, challenge: null },
    ]),
  );
  const told: HostChange[][] = [];
  const directory = new Directory(new Copies(folder, Buffer.alloc(32)), (changes) => {
    told.push(changes);
    // Somebody asks while the first hundred are told.
    if (told.length === 1) directory.prioritize([awaited, missing]);
  });
  expect(await directory.syncAll(database, found)).toBe(true);
  expect(told.map((changes) => changes.length)).toEqual([100, 2, 100, 50]);
  const [host, nothing] = told[1] ?? [];
  expect(host).toEqual([
    awaited,
    { allowed: true, certificate: expect.any(String), challenge: null },
  ]);
  expect(nothing).toEqual([missing, null]);
  await rm(folder, { recursive: true });
});

test("a change of one host says nothing of another one that somebody waited for", async ({
  database,
}) => {
  const folder = await ownFolder();
  const [awaited, changed] = [newDomain(), newDomain()];
  await putCertificate(database, awaited);
  const told: HostChange[] = [];
  const directory = new Directory(new Copies(folder, Buffer.alloc(32)), (changes) =>
    told.push(...changes),
  );
  const there = { allowed: true, certificate: "new", challenge: null };
  await directory.syncAll(database, new Map([[awaited, there]]));
  const [host] = told.splice(0);
  // A front asked before it heard that it knows all.
  directory.prioritize([awaited]);
  const found = new Map([[changed, { ...there, certificate: null }]]);
  await directory.sync(database, [changed], found);
  expect(told.map(([name]) => name)).toEqual([changed]);
  expect(directory.all()).toContainEqual(host);
  await rm(folder, { recursive: true });
});
