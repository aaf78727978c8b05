import { NO_DOMAIN } from "#lib/pages/domain-config.ts";
import { newDomain } from "#tests/support/data/domains.ts";
import { mintOrganization } from "#tests/support/data/mint.ts";
import { apiOf } from "#tests/support/http/api.ts";
import { pageOf, refusal } from "#tests/support/http/page-calls.ts";
import { expect, test } from "#tests/support/test.ts";

test("a domain is one page's, in whichever organization, until that page gives it up", async ({
  api,
  organization,
  database,
  server,
}) => {
  const other = await mintOrganization(database);
  const mine = pageOf(api, organization);
  const theirs = pageOf(apiOf(server, other.keys.admin), other);
  const domain = newDomain();
  const domain_config = { provider: "cdn_a", domain };
  await theirs.put({ domain_config });
  const proof = expect.stringMatching(
    new RegExp(`create the TXT record _allclear\\.${domain} with the value [0-9a-f]{64},`),
  );
  const taken = ["has already been taken", proof];
  expect(await refusal(mine.change({ about: "changed", domain_config }))).toEqual([
    422,
    { "domain_config.domain": taken },
  ]);
  const older = { domain: domain.toUpperCase(), custom_domain_enabled: true };
  expect(await refusal(mine.change(older))).toEqual([422, { domain: taken }]);
  const page = { name: "New", url: "example.com", time_zone: "Etc/UTC", domain_config };
  const list = `/orgs/${organization.id}/status_pages`;
  expect(await refusal(api.post(list, { status_page: page }))).toEqual([
    422,
    { "domain_config.domain": taken },
  ]);
  expect(await mine.get()).toMatchObject({ about: null, domain: null, domain_config: NO_DOMAIN });
  await theirs.put({ domain_config: { provider: null, domain: null } });
  expect((await mine.put({ domain_config })).domain_config).toMatchObject(domain_config);
});

test("of many pages that ask for one domain at once, one gets it", async ({ database, server }) => {
  const domain_config = { provider: "cdn_a", domain: newDomain() };
  const pages = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const organization = await mintOrganization(database);
      return pageOf(apiOf(server, organization.keys.admin), organization);
    }),
  );
  const answers = await Promise.all(pages.map(({ change }) => change({ domain_config })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(422)]);
});
