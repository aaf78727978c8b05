import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { domainPage, newName } from "#tests/support/data/domain-pages.ts";
import { DomainWorld, TARGET } from "#tests/support/data/domain-world.ts";
import { expect, test } from "#tests/support/test.ts";

let world: DomainWorld;
let trusted: string[];

test.beforeEach(async ({ database }) => {
  void database;
  trusted = getCACertificates("default");
  world = await DomainWorld.open({ APP_URL: "https://app.allclear.test", HTTPS_PORT: "8443" });
  world.dns.add(TARGET, "A", "127.0.0.1");
});
test.afterEach(async () => {
  setDefaultCACertificates(trusted);
  await world.close();
});

const wanted = (database: Parameters<typeof domainPage>[0], name: string) =>
  database.selectFrom("certificates").select("source").where("name", "=", name).execute();

for (const settings of [{}, { ACME_DIRECTORY_URL: "off" }] as Record<string, string>[])
  test(`where TLS ends before us with a valid certificate, none is ordered ${JSON.stringify(settings)}`, async ({
    database,
  }) => {
    world.change(settings);
    const name = newName();
    const { ask, turn, config, rows } = await domainPage(database);
    setDefaultCACertificates([...trusted, world.authority.cert]);
    await world.secure(name, world.authority);
    world.dns.add(name, "CNAME", TARGET);
    await ask("cdn_b", name);
    await turn(3);
    expect((await config()).status).toBe("active");
    const [row] = await rows();
    expect(row).toMatchObject({ report: { certificate: { state: "valid", source: "elsewhere" } } });
    expect(await wanted(database, name)).toEqual([]);
  });

test("a proven domain waits for its certificate, which is given up when the domain is", async ({
  database,
}) => {
  const name = newName();
  const { ask, turn, config, rows } = await domainPage(database);
  await world.secure("default.test", undefined);
  world.dns.add(name, "CNAME", TARGET);
  await ask("cdn_b", name);
  await turn(3);
  const [row] = await rows();
  expect(row?.proven_at).not.toBeNull();
  expect(await wanted(database, name)).toEqual([{ source: "acme" }]);
  await turn();
  expect((await rows())[0]).toMatchObject({
    report: { said: { code: "waiting_certificate" }, certificate: { state: "ordering" } },
  });
  expect((await config()).status).toBe("configuring");
  await ask(null, null);
  await turn();
  expect(await rows()).toEqual([]);
  expect(await wanted(database, name)).toEqual([]);
});
