import { parseInput } from "#lib/core/fields/validation.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { createService } from "#lib/services/create.ts";
import { CreateService, UpdateService } from "#lib/services/schema.ts";
import { updateService } from "#lib/services/update.ts";
import { expect, test } from "#tests/support/test.ts";

const JSONPATH = "webhook_custom_jsonpath_settings.jsonpath";
const EXPECTED = "webhook_custom_jsonpath_settings.expected_result";
const DOWN = "webhook_custom_jsonpath_settings.down_result";
const KEYWORDS = ["monitoring_options.keyword_down", "monitoring_options.keyword_up"];
const OWN = { monitoring: "webhook", webhook_monitoring_service: "custom-jsonpath" } as const;
const MAILED = { monitoring: "3rd_party" };

/** The settings of an expression that is to be up. */
function found(jsonpath: string | null, expected_result: string | null = "up") {
  return { webhook_custom_jsonpath_settings: { jsonpath, expected_result } };
}

function matching(expected_result: string, down_result: string) {
  const comparison = "matches";
  return {
    webhook_custom_jsonpath_settings: {
      ...{ jsonpath: "$.status", expected_result, down_result, comparison },
    },
  };
}

const REFUSED: [object, string[]][] = [
  [{ ...OWN, ...found("status") }, [JSONPATH]],
  [{ ...OWN, ...found("$[status]") }, [JSONPATH]],
  [{ ...OWN, ...found("$.a[?(@.b =~ /x/)]") }, [JSONPATH]],
  [found("$["), [JSONPATH]],
  [OWN, [EXPECTED, JSONPATH]],
  [{ ...OWN, ...matching("(", ")") }, [DOWN, EXPECTED]],
  [{ ...OWN, ...matching("ok", "(?=x)") }, [DOWN]],
  [{ ...OWN, ...found("") }, [JSONPATH]],
  [{ ...OWN, ...found("$.status", null) }, [EXPECTED]],
  [MAILED, KEYWORDS],
  [{ ...MAILED, monitoring_options: { keyword_up: " " } }, KEYWORDS],
];

test("how a report is to be read is refused when it is saved if it cannot be, naming the field", async ({
  database,
  organization,
}) => {
  const ctx = systemContext(database, "test");
  const target = { subdomain: organization.page.subdomain };
  const create = (given: object) =>
    createService(ctx, target, parseInput(CreateService, { name: "Shop", ...given }));
  const { id: service_id } = await create({});
  const update = (given: object) =>
    updateService(ctx, { ...target, service_id }, parseInput(UpdateService, given));
  const refusal = (work: Promise<unknown>) =>
    work.then(
      () => "saved",
      ({ fields }) => Object.keys(fields).sort(),
    );
  for (const [given, fields] of REFUSED) {
    expect([given, await refusal(create(given))]).toEqual([given, fields]);
    expect([given, await refusal(update(given))]).toEqual([given, fields]);
  }
  for (const given of [
    { ...OWN, ...found("$.a[?match(@.b, 'x')]") },
    { ...MAILED, monitoring_options: { keyword_down: "DOWN" } },
    { ...OWN, ...matching("^ok", "^(down|failed)$") },
    { ...OWN, webhook_monitoring_service: "uptime-robot" },
    { ...OWN, webhook_monitoring_service: "alertmanager" },
  ])
    expect([given, await refusal(create(given)), await refusal(update(given))]).toEqual([
      given,
      "saved",
      "saved",
    ]);
});

test("a service that was saved without them keeps taking other changes", async ({
  database,
  organization,
}) => {
  const ctx = systemContext(database, "test");
  const { subdomain } = organization.page;
  const made = await createService(ctx, { subdomain }, parseInput(CreateService, { name: "Shop" }));
  const target = { subdomain, service_id: made.id };
  await database
    .updateTable("services")
    .set({ ...OWN, webhook_custom_jsonpath_settings: '{"jsonpath": "status"}' })
    .where("id", "=", made.id)
    .execute();
  const update = (given: object) => updateService(ctx, target, parseInput(UpdateService, given));
  const before = await update({ name: "Store" });
  expect(await update(before)).toMatchObject({ name: "Store" });
  await expect(update(found("state"))).rejects.toMatchObject({ code: "invalid" });
  expect(await update({ monitoring: null })).toMatchObject({ monitoring: null });
  const named = { jsonpath: "$.status", expected_result: "up", down_result: "down" };
  const { webhook_custom_jsonpath_settings: settings } = await update({
    webhook_custom_jsonpath_settings: named,
  });
  expect(settings).toEqual(named);
  const without = await update(found("$.status"));
  expect(without.webhook_custom_jsonpath_settings).toEqual({
    jsonpath: "$.status",
    expected_result: "up",
  });
});
