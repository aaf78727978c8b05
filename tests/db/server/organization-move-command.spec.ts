import { sql } from "kysely";
import { pauseOrganization } from "#lib/server/move/state.queries.ts";
import { mintOrganization } from "#tests/support/data/mint.ts";
import {
  atAddress,
  Installation,
  move,
  OTHER_SECRET,
  test,
  type World,
} from "#tests/support/db/two-installations.ts";
import { cli } from "#tests/support/server/cli.ts";
import { expect } from "#tests/support/test.ts";

type Case = { arrange: (world: World) => Promise<World>; says: string };

const taken = (kind: string) => async (world: World) => {
  await world.target.run(async (db) => {
    const { page } = await mintOrganization(db);
    const { rows } = await world.source.run((from) =>
      sql<{ name: string }>`select name from addresses where kind = ${kind}`.execute(from),
    );
    const set = { name: rows[0]?.name ?? "", kind, status_page_id: page.id };
    await db.insertInto("addresses").values(set).execute();
  });
  return world;
};

const REFUSED: Record<string, Case> = {
  "another APP_SECRET": {
    arrange: async ({ source, target, ...world }) => ({
      ...{ source, target: new Installation(target.name, `${OTHER_SECRET}!`), ...world },
    }),
    says: "MOVE_APP_SECRET: is not the one of the other database",
  },
  "its own database": {
    arrange: async ({ source, ...world }) => ({ ...world, source, target: source }),
    says: "it is the database of this installation",
  },
  "a subdomain that is taken": { arrange: taken("subdomain"), says: "Another page" },
  "a custom domain that is taken": { arrange: taken("custom"), says: "Another page" },
  "an account whose address nobody has confirmed": {
    arrange: async (world) => {
      await world.target.run((db) =>
        sql`insert into users (email, email_confirmed)
          values (${world.organization.owner.email}, false)`.execute(db),
      );
      return world;
    },
    says: "unconfirmed addresses",
  },
  "another schema": {
    arrange: async (world) => {
      await world.target.run((db) =>
        sql`insert into kysely_migration values ('9999_next', '2026')`.execute(db),
      );
      return world;
    },
    says: "bring both installations to the same version",
  },
  "an organization that is not there": {
    arrange: async ({ organization, ...world }) => ({
      ...world,
      organization: { ...organization, id: 4_711 },
    }),
    says: "There is no organization 4711",
  },
};

test("what cannot be moved is refused in a line, before anything changes", async ({ world }) => {
  for (const [name, { arrange, says }] of Object.entries(REFUSED)) {
    const asked = await arrange(world);
    const before = await world.source.dump();
    await expect(move(asked), name).rejects.toThrow(says);
    expect(await world.source.dump(), name).toEqual(before);
    expect(await world.target.count("move_tables"), name).toBe(0);
    await world.target.run(async (db) => {
      await sql`delete from kysely_migration where name = '9999_next'`.execute(db);
      await sql`delete from organizations`.execute(db);
      await sql`delete from users`.execute(db);
    });
  }
});

test("the command line shows what it would do, does it, and says what is left to do", async ({
  world: { source, target, organization },
}) => {
  const own = { DATABASE_URL: source.url, APP_SECRET: source.secret };
  const other = { MOVE_DATABASE_URL: target.url, MOVE_APP_SECRET: target.secret };
  const run = (args: string, env: Record<string, string>) =>
    cli(["organization", "move", "--organization", `${organization.id}`, ...args.split(" ")], env);
  expect(await run("--dry-run", own)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("MOVE_DATABASE_URL: is required"),
  });
  const unreachable = { ...other, MOVE_DATABASE_URL: "postgres://x:y@127.0.0.1:1/z" };
  expect(await run("--dry-run", { ...own, ...unreachable })).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /^error: The database at 127\.0\.0\.1:1 cannot be reached: connect ECONNREFUSED [^\n]+\n$/,
    ),
  });
  expect(await run("--dry-run", { ...own, ...other })).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^subscriptions +3$[\s\S]*Nothing was changed\n$/m),
    stderr: "",
  });
  await source.use((side) => pauseOrganization(side, organization.id));
  const list = () => cli(["organization", "list"], own);
  expect((await list()).stdout).toMatch(/ {3}moving since \d{4}-\S+$/m);
  expect(await run("--cancel", { ...own, ...other })).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/\ncanceled: organization \d+ stays here\n$/),
    stderr: "",
  });
  await atAddress(target, async (to) => {
    expect(await run(`--to-url ${to}/`, { ...own, ...other })).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/copy subscriptions 3\n[\s\S]*^pages +1\nrows +\d+$/m),
      stderr: "",
    });
    expect((await list()).stdout).toContain(`   moved to ${to}\n`);
  });
  const purges = await source.count("edge_purges");
  const deleting = ["organization", "delete", "--organization", `${organization.id}`, "--name"];
  expect(await cli([...deleting, organization.name], own)).toMatchObject({ code: 0, stderr: "" });
  expect(await source.count("edge_purges")).toBe(purges + 1);
  for (const table of ["organizations", "status_pages", "domains", "events", "audit_log"])
    expect([await source.count(table), (await target.count(table)) > 0], table).toEqual([0, true]);
});
