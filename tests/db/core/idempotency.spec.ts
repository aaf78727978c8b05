import { askHandlers } from "#tests/support/http/handlers.ts";
import { expect, test } from "#tests/support/test.ts";

const TIMES = 12;

test("requests with one Idempotency-Key at the same time all get the first answer, also where a name may be there once only", async ({
  organization,
}) => {
  const { id, keys, page } = organization;
  const own = `/status_pages/${page.subdomain}`;
  const status_page = {
    name: "Twin",
    url: "https://twin.test",
    subdomain: `${page.subdomain}-twin`,
  };
  const bodies: Record<string, object> = {
    [`${own}/subscriptions`]: { subscription: { type: "email", email: "ada@twin.test" } },
    [`${own}/incident_types`]: {
      incident_type: { key: "slow", name: "Slow", base_severity: "minor" },
    },
    [`/orgs/${id}/status_pages`]: { status_page: { ...status_page, time_zone: "Etc/UTC" } },
    [`/orgs/${id}/members`]: { member: { email: `ada@${page.subdomain}.test`, role: "viewer" } },
  };
  for (const [path, body] of Object.entries(bodies)) {
    const headers = { "idempotency-key": `twins of ${path}` };
    const ask = () => askHandlers(path, { method: "POST", key: keys.owner, body, headers });
    const answers = await Promise.all(Array.from({ length: TIMES }, ask));
    expect(answers, path).toEqual(Array(TIMES).fill(answers[0]));
    expect(answers[0]?.status, path).toBeLessThan(300);
  }
});

test("what is refused for another reason stays refused", async ({ organization }) => {
  const { keys, page } = organization;
  const path = `/status_pages/${page.subdomain}/subscriptions`;
  const headers = { "idempotency-key": "refused" };
  const ask = (email: string) => {
    const body = { subscription: { type: "email", email } };
    return askHandlers(path, { method: "POST", key: keys.owner, body, headers });
  };
  expect((await ask("nobody")).status).toBe(422);
  expect((await ask("ada@refused.test")).status).toBe(201);
  expect((await ask("bob@refused.test")).status).toBe(422);
});
