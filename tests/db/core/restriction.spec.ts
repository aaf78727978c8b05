import { authorize } from "#lib/core/access/authorize.ts";
import { isRestricted, refusalBy } from "#lib/core/access/restriction.ts";
import { listWithdrawals } from "#lib/server/supervisor/withdrawals.queries.ts";
import { person } from "#tests/support/data/accounts.ts";
import { systemGrant } from "#tests/support/data/incidents.ts";
import { mintPage } from "#tests/support/data/mint.ts";
import { expect, test } from "#tests/support/test.ts";

test("whoever asks whether a page is restricted hears the same", async ({
  database,
  organization,
}) => {
  const restrictions = [
    {},
    { member_restricted: true },
    { restricted_ips: "192.0.2.0/24" },
    { draft: true },
    { member_restricted: true, restricted_ips: "192.0.2.0/24" },
  ];
  for (const restriction of restrictions) {
    const { id, subdomain } = await mintPage(database, organization.id, restriction);
    const [kept] = await listWithdrawals(database, [id]);
    const answers = [
      (await systemGrant(database, subdomain)).restricted,
      kept && isRestricted(kept),
    ];
    expect(answers).toEqual(answers.map(() => Object.keys(restriction).length > 0));
  }
});

test("a page for every address has no list of addresses, rather than an empty one", async ({
  database,
  organization,
}) => {
  const page = mintPage(database, organization.id, { restricted_ips: "" });
  await expect(page).rejects.toMatchObject({ code: "23514" });
});

test("before the gate a draft for members is told as a name that no page has", async ({
  database,
  organization,
}) => {
  const draft = await mintPage(database, organization.id, { draft: true, member_restricted: true });
  const refusals = [draft.subdomain, `no-${draft.subdomain}`].map((subdomain) =>
    authorize(person(database), "page.sign_in", { subdomain }).catch(refusalBy),
  );
  expect(await Promise.all(refusals)).toEqual(["nothing", "nothing"]);
});
