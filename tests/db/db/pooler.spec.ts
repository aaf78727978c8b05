import { clientConfig } from "#db/index.ts";
import { requireSessions } from "#db/pooler.ts";
import { administer, overTcp } from "#tests/support/server/run.ts";
import { Pooler } from "#tests/support/stand-ins/pooler.ts";
import { expect, test } from "#tests/support/test.ts";

test("a pooler in transaction mode is refused in one line, PostgreSQL itself is not", async ({
  databaseUrl,
}) => {
  const target = overTcp(databaseUrl);
  await requireSessions({ ...clientConfig(), connectionString: target.href });
  const pooler = new Pooler(target);
  const connectionString = await pooler.listen();
  await expect(requireSessions({ ...clientConfig(), connectionString })).rejects.toThrow(
    /^DATABASE_URL: leads through a pooler in transaction mode, [^\n]+pool_mode = session\)$/,
  );
  await pooler.close();
});

test("times that would not be in UTC are refused in one line", async ({ databaseUrl }) => {
  const name = new URL(databaseUrl).pathname.slice(1);
  await administer(`alter database ${name} set timezone = 'Europe/Berlin'`);
  const config = { ...clientConfig(), connectionString: databaseUrl };
  await requireSessions(config);
  await expect(requireSessions({ ...config, options: undefined })).rejects.toThrow(
    /^DATABASE_URL: [^\n]+ drops the option TimeZone=UTC, so that it is Europe\/Berlin: [^\n]+$/,
  );
  await administer(`alter database ${name} reset timezone`);
});
