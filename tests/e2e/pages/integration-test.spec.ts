import { sealSecrets } from "#lib/pages/integrations/secrets.ts";
import { arrive, expect, test } from "#tests/support/browser/admin.ts";
import { mintIntegration } from "#tests/support/data/integrations.ts";

// Nobody listens there.
test.use({ serverEnv: { PROVIDER_URLS: "api.twilio.com=http://127.0.0.1:9" } });

test("an integration is tested on its screen, which keeps why that failed", async ({
  admin: page,
  server,
  acme,
  database,
}) => {
  const id = await mintIntegration(database, acme.organization.page.id);
  const fields = JSON.stringify({ user: "AC1", phone_number: "+15005550006" });
  await database
    .updateTable("integrations")
    .set({ name: "twilio", fields, ...sealSecrets({ key: "an-auth-token-of-twilio" }) })
    .where("id", "=", id)
    .execute();
  await arrive(page, `${server.url}/pages/${acme.subdomain}/integrations/${id}`);
  await expect(page.getByText(`/api/callbacks/${id}-`)).toBeVisible();
  const number = page.getByLabel("Phone number with country code");
  await number.fill("110");
  await page.getByRole("button", { name: "Send test" }).click();
  await expect(number).toHaveAttribute("aria-invalid", "true");
  await number.fill("+49 151 12345678");
  await page.getByRole("button", { name: "Send test" }).click();
  await expect(page.getByText(/^Failed on .+: No connection$/)).toBeVisible();
});
