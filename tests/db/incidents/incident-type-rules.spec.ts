import { checkTypes, chosenSeverity, severitiesOf } from "#lib/incidents/types/rules.ts";
import type { AppError } from "#lib/platform/errors/errors.ts";
import { systemGrant } from "#tests/support/data/incidents.ts";
import { mintPage } from "#tests/support/data/mint.ts";
import { expect, test } from "#tests/support/test.ts";

test("an incident has the severity of its type: a built-in one, or one that its page may use", async ({
  database,
  organization,
}) => {
  const { id: status_page_id, subdomain } = await mintPage(database, organization.id);
  await database
    .insertInto("incident_types")
    .values({ status_page_id, key: "slow", name: "Slow", base_severity: "minor", order: 1 })
    .execute();
  const grant = await systemGrant(database, subdomain);
  const other = await systemGrant(database, organization.page.subdomain);
  const severities = async (of: typeof grant, ...types: string[]) => {
    const known = await severitiesOf(database, of, new Set(types));
    return types.map((type) => known.get(type));
  };
  const types = ["major", "minor", "scheduled", "slow", "none"];
  expect(await severities(grant, ...types)).toEqual([
    ...["major", "minor", "scheduled", "minor", undefined],
  ]);
  expect(await severities(other, "slow")).toEqual([undefined]);

  const chosen = (custom_incident_types_enabled: boolean, type: string) =>
    chosenSeverity(database, grant, { settings: { custom_incident_types_enabled } }, type).catch(
      ({ fields }: AppError) => fields,
    );
  const refusal = (allowed: string) => ({ type: [{ code: "not_one_of", values: { allowed } }] });
  expect(await chosen(true, "slow")).toBe("minor");
  expect(await chosen(false, "major")).toBe("major");
  expect(await chosen(true, "none")).toEqual(refusal("major, minor, scheduled, slow"));
  expect(await chosen(false, "slow")).toEqual(refusal("major, minor, scheduled"));

  const check = (of: typeof grant, ...keys: string[]) =>
    checkTypes(database, of, keys).catch(({ fields }: AppError) => fields);
  const unknown = { incident_types: [{ code: "unknown" }] };
  for (const known of [[], ["major"], ["slow"], ["scheduled", "slow", "minor"]])
    expect(await check(grant, ...known), known.join()).toBeUndefined();
  for (const keys of [["none"], ["slow", "none"], ["major", "none"]])
    expect(await check(grant, ...keys), keys.join()).toEqual(unknown);
  expect(await check(other, "slow")).toEqual(unknown);
});
