import { clientConfig } from "#db/index.ts";
import { type Facts, requireSuitable, unmetBy } from "#db/requirements.ts";
import { cli } from "#tests/support/server/cli.ts";
import { administer, overTcp } from "#tests/support/server/run.ts";
import { Pooler } from "#tests/support/stand-ins/pooler.ts";
import { expect, test } from "#tests/support/test.ts";

test("a pooler in transaction mode is refused in one line, PostgreSQL itself is not", async ({
  databaseUrl,
}) => {
  const target = overTcp(databaseUrl);
  await requireSuitable({ ...clientConfig(), connectionString: target.href });
  const pooler = new Pooler(target);
  const connectionString = await pooler.listen();
  await expect(requireSuitable({ ...clientConfig(), connectionString })).rejects.toThrow(
    /^DATABASE_URL: leads through a pooler in transaction or statement mode, [^\n]+pool_mode = session\), or keep the pooler [^\n]+$/,
  );
  await pooler.close();
});

test("times that would not be in UTC are refused in one line", async ({ databaseUrl }) => {
  const name = new URL(databaseUrl).pathname.slice(1);
  await administer(`alter database ${name} set timezone = 'Europe/Berlin'`);
  const config = { ...clientConfig(), connectionString: databaseUrl };
  await requireSuitable(config);
  await expect(requireSuitable({ ...config, options: undefined })).rejects.toThrow(
    /^DATABASE_URL: [^\n]+ drops the option TimeZone=UTC, so that it is Europe\/Berlin: [^\n]+$/,
  );
  await administer(`alter database ${name} reset timezone`);
});

const SUITABLE: Facts = { version: 160_000, encoding: "UTF8", zone: "UTC" };

test("an older version and another encoding are refused in one line, other names of UTC are not", async ({
  databaseUrl,
}) => {
  expect(unmetBy({ ...SUITABLE, version: 150_013 })).toBe("is PostgreSQL 15: use 16 or newer");
  for (const zone of ["UTC", "Etc/UTC", "GMT"]) expect(unmetBy({ ...SUITABLE, zone })).toBeNull();
  await administer("create database test_latin1 template template0 encoding 'LATIN1' locale 'C'");
  const latin1 = Object.assign(new URL(databaseUrl), { pathname: "/test_latin1" }).href;
  const { code, stderr } = await cli(["migrate"], { DATABASE_URL: latin1 });
  expect([code, stderr]).toEqual([
    1,
    "error: Environment variable DATABASE_URL: is a database in LATIN1: create one in UTF8 (create database … template template0 encoding 'UTF8')\n",
  ]);
  await administer("drop database test_latin1");
});
