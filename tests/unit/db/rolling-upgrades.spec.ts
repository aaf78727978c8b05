import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "@playwright/test";
import { ROOT } from "#tests/support/code/sources.ts";
import { breakingChanges, statementsOf } from "#tests/support/db/breaking-changes.ts";

const FOLDER = join(ROOT, "db", "migrations");
/** The first release has all migrations before. */
const FIRST = "2026-11-29";
const USED_UNTIL = /_after_(\d+\.\d+\.\d+)\.ts$/;

const names = readdirSync(FOLDER).filter((name) => name.endsWith(".ts") && name >= FIRST);

for (const name of names)
  test(`the version before can serve, write and run jobs beside ${name}`, async () => {
    const migration = await import(pathToFileURL(join(FOLDER, name)).href);
    const breaking = breakingChanges(await statementsOf(migration), !USED_UNTIL.test(name));
    expect(
      breaking,
      "First add, in one release; take away in a later one, in a file named …_after_RELEASE.ts by the release that no longer uses it",
    ).toEqual([]);
  });

test("a migration that takes something away names a release that is out", () => {
  const changes = readFileSync(join(ROOT, "CHANGELOG.md"), "utf8");
  const released = [...changes.matchAll(/^## \[([\d.]+)\] - \d/gm)].map(([, release]) => release);
  const named = names.flatMap((name) => USED_UNTIL.exec(name)?.[1] ?? []);
  expect(named.filter((release) => !released.includes(release))).toEqual([]);
});

const CASES: [statement: string, isBearable: boolean][] = [
  ["alter table incidents add column note text", true],
  ["alter table incidents add note text not null default 'not null', add other integer", true],
  ["alter table incidents add column note text not null", false],
  ["alter table incidents add column key uuid not null default gen_random_uuid()", false],
  ["alter table incidents add column number bigserial", false],
  ["alter table incidents add column state text check (state in ('a', 'b'))", false],
  ["alter table incidents add column user_id bigint references users on delete set null", true],
  ["alter table incidents drop column title", false],
  ["alter table incidents drop constraint incidents_pkey", false],
  ["alter table incidents rename column title to name", false],
  ["alter table incidents rename to troubles", false],
  ["alter table incidents alter column title type varchar(10)", false],
  ["alter table incidents alter title set not null", false],
  ["alter table incidents alter title drop not null", false],
  ["alter table incidents alter title set default 'Incident'", true],
  ["alter table incidents add constraint short check (length(title) < 300) not valid", true],
  ["alter table incidents add constraint short check (length(title) < 300)", false],
  ["alter table incidents add constraint one unique (title)", false],
  ["alter table incidents add constraint one unique using index incidents_one", true],
  ["alter table incidents validate constraint short", true],
  ["alter table incidents add note text; alter table incidents validate constraint short", false],
  ["alter table incidents drop constraint a, add constraint a check (true) not valid", true],
  ["create index incidents_title on incidents (title)", false],
  ["create index concurrently incidents_title on incidents (title)", true],
  ["create table notes (id bigint primary key); create index notes_id on notes (id)", true],
  ["create table notes (id bigint); alter table notes add constraint one unique (id)", true],
  ["drop index incidents_instant", false],
  ["drop table incidents", false],
  ["alter index incidents_instant rename to incidents_moment", false],
  ["alter type severity add value 'light'", true],
  ["alter type severity rename value 'minor' to 'light'", false],
  ["update incidents set title = 'alter table a drop b' -- drop table a", true],
  ["alter table incidents add note text; update incidents set note = ''", false],
  ["do $$ begin drop table incidents; end $$", false],
  ["create or replace function f() returns int language sql as $$ select 1; drop table x $$", true],
  ["truncate incidents", false],
];

for (const [statement, isBearable] of CASES)
  test(`${statement}: ${isBearable ? "bearable" : "refused"}`, () => {
    expect(breakingChanges([statement], true).length === 0).toBe(isBearable);
  });

test("once no running version uses it a column may go, but nobody waits for a lock", () => {
  const drop = ["alter table incidents drop column title"];
  expect(breakingChanges(drop, false)).toEqual([]);
  expect(breakingChanges([...drop, "create index i on incidents (starts_at)"], false)).toEqual([
    "blocks writers: build it in `indexes`: create index i on incidents (starts_at)",
  ]);
});
