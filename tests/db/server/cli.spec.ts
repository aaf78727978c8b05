import { once } from "node:events";
import { text } from "node:stream/consumers";
import { verifyPassword } from "#lib/core/access/passwords.ts";
import { hashToken } from "#lib/core/access/tokens.ts";
import { hasTwoFactor } from "#lib/identity/sign-in/codes.ts";
import { findUserByEmail } from "#lib/identity/users/queries.ts";
import { installJobs } from "#lib/server/worker/worker.ts";
import { withTwoFactor } from "#tests/support/data/accounts.ts";
import { mintUser } from "#tests/support/data/mint.ts";
import { cli as run } from "#tests/support/server/cli.ts";
import { startProgram } from "#tests/support/server/program.ts";
import { test as base, expect } from "#tests/support/test.ts";
import manifest from "../../../package.json" with { type: "json" };

type Cli = (args: string, input?: string) => ReturnType<typeof run>;

const test = base.extend<{ cli: Cli }>({
  cli: async ({ database: _, databaseUrl }, use) =>
    use((args, input) => run(args.split(" "), { DATABASE_URL: databaseUrl }, input)),
});

const unique = () =>
  `p${process.pid}-${performance.now().toString(36).replace(".", "")}@example.com`;

test("migrate says when there is nothing to do", async ({ cli }) => {
  expect(await cli("migrate")).toEqual({
    code: 0,
    stdout: "The schema is up to date\n",
    stderr: "",
  });
});

test("organization, owner and keys are made from the command line, and the audit log says so", async ({
  cli,
  database,
}) => {
  const made = await cli("organization create --name Northwind");
  const id = Number(/^organization {2}(\d+) {3}Northwind\n$/.exec(made.stdout)?.[1]);
  expect(id).toBeGreaterThan(0);

  const email = unique();
  const user = await cli(`user create --email ${email} --organization ${id} --role owner`);
  expect(user).toMatchObject({ code: 0, stderr: "" });
  const password = /^password +(\S+) {3}\(shown this once\)$/m.exec(user.stdout)?.[1] ?? "";
  const row = await findUserByEmail(database, email.toUpperCase());
  expect(row?.password_hash).toMatch(/^\$argon2id\$/);
  expect(await verifyPassword(row?.password_hash ?? "", password)).toBe(true);

  for (const args of [`--organization ${id} --role editor`, `--user ${email}`]) {
    const key = await cli(`api-key create ${args}`);
    expect(key.stdout).toMatch(/^[uo]k_[\w-]{32}\n$/);
    const stored = await database
      .selectFrom("api_keys")
      .selectAll()
      .where("token_hash", "=", hashToken(key.stdout.trim()))
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(stored)).not.toContain(key.stdout.trim());
    expect(stored.role).toBe(args.includes("editor") ? "editor" : null);
  }

  const log = await database
    .selectFrom("audit_log")
    .selectAll()
    .where("organization_id", "=", id)
    .orderBy("id")
    .execute();
  expect(log.map((entry) => entry.action)).toEqual([
    "organization.create",
    "user.create",
    "api_key.create",
    "api_key.create",
  ]);
  expect(
    log.every((entry) => entry.actor_kind === "system" && entry.request_id?.startsWith("cli-")),
  ).toBe(true);
  expect(JSON.stringify(log)).not.toContain(password);
});

test("a password can be given on stdin and replaced, and the old one stops to work", async ({
  cli,
  database,
  organization,
}) => {
  const email = unique();
  const made = await cli(
    `user create --email ${email} --organization ${organization.id} --role viewer --password-stdin`,
    "first password\n",
  );
  expect(made).toMatchObject({ code: 0 });
  expect(made.stdout).not.toContain("first password");
  const reset = await cli(
    `user reset-password --email ${email} --password-stdin`,
    "second password\n",
  );
  expect(reset).toMatchObject({ code: 0 });
  const hash = (await findUserByEmail(database, email))?.password_hash ?? "";
  expect(await verifyPassword(hash, "first password")).toBe(false);
  expect(await verifyPassword(hash, "second password")).toBe(true);
});

test("who has lost their second factor is rescued from the command line", async ({
  cli,
  database,
  organization,
}) => {
  await installJobs();
  const { id, email } = await mintUser(database, organization.id, "editor");
  await withTwoFactor(database, id);
  expect(await cli(`user reset-second-factor --email ${email}`)).toMatchObject({
    code: 0,
    stderr: "",
  });
  expect(await hasTwoFactor(database, id)).toBe(false);
});

test("users and keys are listed, and a key is revoked", async ({ cli, database, organization }) => {
  const { id: org, owner, page } = organization;
  const viewer = await mintUser(database, org, "viewer", page.id);
  const { stdout } = await cli(`user list --organization ${org}`);
  expect(stdout.split("\n")).toEqual([
    expect.stringMatching(`^${owner.id} +${owner.email}   owner of organization ${org}$`),
    expect.stringMatching(`^${viewer.id} +${viewer.email}   viewer of page ${page.subdomain}$`),
    "",
  ]);
  expect((await cli("user list")).stdout).toContain(viewer.email);
  for (const whose of [`--organization ${org}`, `--user ${viewer.email}`]) {
    const listed = (await cli(`api-key list ${whose}`)).stdout;
    const id = Number(/^\d+/.exec(listed)?.[0]);
    expect(await cli(`api-key revoke ${whose} --id ${id}`)).toMatchObject({ code: 0, stderr: "" });
    expect((await cli(`api-key list ${whose}`)).stdout).toBe(listed.replace(/^.*\n/, ""));
  }
});

test("organizations are listed and deleted, users renamed and deleted, by the operator", async ({
  cli,
  database,
  organization,
}) => {
  const made = await cli("organization create --name Leaving");
  const id = Number(/\d+/.exec(made.stdout)?.[0]);
  expect((await cli("organization list")).stdout).toMatch(
    new RegExp(`^${id} +Leaving   0 pages   0 members$`, "m"),
  );
  const wrong = await cli(`organization delete --organization ${id} --name Staying`);
  expect(wrong).toMatchObject({ code: 1, stderr: "error: confirm does not match\n" });
  const gone = await cli(`organization delete --organization ${id} --name Leaving`);
  expect(gone).toMatchObject({ code: 0, stderr: "" });
  const { email } = await mintUser(database, organization.id, "editor");
  for (const args of [`change-email --email ${email} --to x-${email}`, `delete --email x-${email}`])
    expect(await cli(`user ${args}`)).toMatchObject({ code: 0, stderr: "" });
  expect(await findUserByEmail(database, `x-${email}`)).toBeUndefined();
  const last = await cli(`user delete --email ${organization.owner.email}`);
  expect(last).toMatchObject({
    code: 1,
    stderr: "error: an organization needs at least one owner\n",
  });
});

test("a user gets a role in a further organization once", async ({
  cli,
  database,
  organization,
}) => {
  const { id } = await database
    .insertInto("organizations")
    .values({ name: "Second" })
    .returning("id")
    .executeTakeFirstOrThrow();
  const args = `member add --email ${organization.owner.email} --organization ${id} --role editor`;
  expect(await cli(args)).toMatchObject({ code: 0, stderr: "" });
  expect(await cli(args)).toMatchObject({
    code: 1,
    stderr: "error: email has already been taken\n",
  });
});

const CONNECT = `import("pg").then(async ({ default: pg }) => {
  const client = new pg.Client();
  await client.connect();
  const { rows } = await client.query("select current_database() as name, current_setting('search_path') as path");
  console.log(JSON.stringify([rows[0], process.argv.slice(1)]));
  await client.end();
})`;

test("with-database runs a command that connects by its environment alone, and hands on its arguments and its exit code", async ({
  databaseUrl,
}) => {
  const address = new URL(databaseUrl);
  address.searchParams.set("options", "-c search_path=pg_catalog");
  const env = { DATABASE_URL: address.href };
  const made = await run(
    ["with-database", process.execPath, "-e", CONNECT, "--", "--format=custom", "a b"],
    env,
  );
  const name = new URL(databaseUrl).pathname.slice(1);
  expect(made).toMatchObject({ code: 0, stderr: "" });
  expect(JSON.parse(made.stdout)).toEqual([
    { name, path: "pg_catalog" },
    ["--format=custom", "a b"],
  ]);
  const failed = await run(["with-database", process.execPath, "-e", "process.exit(7)"], env);
  expect(failed).toEqual({ code: 7, stdout: "", stderr: "" });
  const missing = await run(["with-database", "pg_nothing"], env);
  expect(missing).toEqual({
    code: 1,
    stdout: "",
    stderr: "error: There is no command pg_nothing on this machine\n",
  });
});

test("help shows examples for every command", async ({ cli }) => {
  const commands = [
    "migrate",
    "with-database",
    "secret adopt",
    "seed demo",
    "seed large",
    "organization create",
    "user create",
    "user reset-password",
    "user reset-second-factor",
    "user list",
    "api-key create",
    "api-key list",
    "api-key revoke",
  ];
  const helps = await Promise.all(commands.map((command) => cli(`${command} --help`)));
  for (const help of helps)
    expect(help).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("Examples:"),
      stderr: "",
    });
});

test("the command line tells the version of package.json", async () => {
  expect(await run(["--version"], {})).toEqual({
    code: 0,
    stdout: `${manifest.version}\n`,
    stderr: "",
  });
});

test("whoever stops reading early, as head does, gets no stack trace", async () => {
  const child = startProgram(["cli", "--help"], {});
  child.stdout.destroy();
  const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, "exit")]);
  expect([code, stderr]).toEqual([0, ""]);
});
