import { systemContext } from "#lib/core/request/context.ts";
import { receiveReport } from "#lib/monitoring/reports/receive-report.ts";
import { tryJsonpath } from "#lib/monitoring/reports/try-jsonpath.ts";
import { getService } from "#lib/services/read.ts";
import { JsonpathSettings, UpdateService } from "#lib/services/schema.ts";
import { updateService } from "#lib/services/update.ts";
import { mintOrganization, mintService } from "#tests/support/data/mint.ts";
import { expect, test } from "#tests/support/test.ts";

test("other settings are tried on the calls that came, and nothing follows", async ({
  database,
}) => {
  const { page } = await mintOrganization(database);
  const ctx = systemContext(database, "test");
  const target = { subdomain: page.subdomain, service_id: await mintService(database, page.id) };
  const { inbound_email_id } = await updateService(
    ctx,
    target,
    UpdateService.parse({
      ...{ monitoring: "webhook", webhook_monitoring_service: "custom-jsonpath" },
      webhook_custom_jsonpath_settings: { jsonpath: "$.state", expected_result: "up" },
    }),
  );
  const inbox = {
    ...{ subdomain: page.subdomain, service_id: inbound_email_id },
    webhook_monitoring_service: "custom-jsonpath" as const,
  };
  const long = "x".repeat(5_000);
  for (const body of ['{"status":"FIRING"}', `{"status":"ok","text":"${long}"}`, "[FIRING:1] Shop"])
    await receiveReport(ctx, inbox, { url: "http://a.example", body: Buffer.from(body) }).catch(
      () => null,
    );
  const tried = await tryJsonpath(
    ctx,
    target,
    JsonpathSettings.parse({ jsonpath: "$.status", expected_result: "ok", down_result: "firing" }),
  );
  expect(tried.map(({ understood, reason }) => understood ?? reason)).toEqual([
    ...["not_json", "up", "down"],
  ]);
  expect((await getService(ctx, target)).is_up).toBeNull();
});
