import { DRIVERS } from "#lib/domains/drivers/drivers.ts";
import { DomainEngine } from "#lib/domains/engine.ts";
import { domainPage, newName } from "#tests/support/data/domain-pages.ts";
import { openCdns } from "#tests/support/stand-ins/cdns.ts";
import { expect, test } from "#tests/support/test.ts";

test("records are shown at once, and a domain is active soon after DNS is right", async ({
  database,
}) => {
  await database.deleteFrom("domains").execute();
  const cdns = await openCdns();
  const stop = new AbortController();
  const running = new DomainEngine(DRIVERS).run(stop.signal);
  const [a, b] = [await domainPage(database), await domainPage(database)];
  const [name_a, name_b] = [newName(), newName()];
  await a.ask("cdn_a", name_a);
  await b.ask("cdn_b", name_b);
  const shown = async () => {
    const [of_a, of_b] = [await a.config(), await b.config()];
    const { hostname_txt_value } = of_a.validation_records ?? {};
    return Boolean(hostname_txt_value && of_b.validation_records?.hostname_cname_value);
  };
  await expect.poll(shown, { intervals: [50] }).toBe(true);
  await expect.poll(() => cdns.b.zoneWith(name_b)).toBeDefined();
  cdns.a.set(name_a, "active", "active");
  cdns.b.pointing.add(name_b);
  const states = async () => [(await a.config()).status, (await b.config()).status];
  await expect.poll(states).toEqual(["active", "active"]);
  stop.abort();
  await running;
  await cdns.close();
});
