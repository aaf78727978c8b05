import type { StatusPage } from "#lib/pages/schema.ts";
import { expect, test } from "#tests/support/test.ts";

type One = { status_page: StatusPage & Record<string, unknown> };

test("both names of a field are accepted and answered, together only when they agree", async ({
  api,
  organization,
}) => {
  const path = `/orgs/${organization.id}/status_pages/${organization.page.subdomain}`;
  const put = (status_page: object) => api.put(path, { status_page });
  const page = (
    await put({ tweeting_enabled: false, slack_subscriptions_enabled: true })
  ).json<One>().status_page;
  expect(page).toMatchObject({
    social_posting_enabled: false,
    tweeting_enabled: false,
    chat_a_subscriptions_enabled: true,
  });
  expect((await put({ tweeting_enabled: true, social_posting_enabled: true })).status).toBe(200);
  const clash = await put({ tweeting_enabled: true, social_posting_enabled: false });
  expect([clash.status, Object.keys(clash.json<{ errors: object }>().errors)]).toEqual([
    422,
    ["social_posting_enabled"],
  ]);
});

test("a change is read back and leaves the rest as it was", async ({ api, organization }) => {
  const path = `/orgs/${organization.id}/status_pages/${organization.page.subdomain}`;
  const before = (await api.get(path)).json<One>().status_page;
  const change = {
    about: "We ship.\n",
    link_color: "ABCDEF",
    history_limit_days: null,
    theme_configs: { a: [1] },
    translations: { de: { header_logo_text: "Hallo", public_company_name: null } },
    allowed_email_domains: "a.com\nb.com",
  };
  const answer = await api.put(path, { status_page: change });
  expect(answer.status).toBe(200);
  const after = (await api.get(path)).json<One>().status_page;
  expect(after).toEqual({ ...before, ...change, updated_at: expect.any(String) });
  expect(answer.json<One>().status_page).toEqual(after);
});

test("a body of zero values and read-only keys is accepted and clears nothing that must be there", async ({
  api,
  organization,
}) => {
  const path = `/orgs/${organization.id}/status_pages/${organization.page.subdomain}`;
  const before = (await api.get(path)).json<One>().status_page;
  const zero = {
    ...{
      name: "",
      url: "",
      time_zone: "",
      subdomain: "",
      organization_id: 0,
      inserted_at: "",
      updated_at: "",
      logo: "",
      favicon: null,
    },
    ...{
      link_color: "",
      theme_selected: "",
      uptime_graph_days: 0,
      scheduled_maintenance_days: 0,
      domain_config: {},
      translations: {},
    },
    ...{
      about: "",
      support_email: "",
      restricted_ips: "",
      custom_css: "",
      theme_configs: {},
      head_code: null,
      noindex: false,
      strange: 1,
    },
  };
  expect((await api.put(path, { status_page: zero })).status).toBe(200);
  expect((await api.get(path)).json<One>().status_page).toEqual({
    ...before,
    updated_at: expect.any(String),
  });
});

for (const [field, value] of Object.entries({
  name: 7,
  url: "ftp://example.com",
  time_zone: "Mars/Olympus",
  subdomain: "Big_Name",
  uptime_graph_days: 31,
  status_ok_color: "red",
  restricted_ips: "10.0.0.1, here",
  member_restricted: "no",
  support_email: "nobody",
  custom_js: "\0",
  "domain_config.domain": "not a domain",
})) {
  test(`${field} ${JSON.stringify(value)} is refused, naming the field, and nothing changes`, async ({
    api,
    organization,
  }) => {
    const path = `/orgs/${organization.id}/status_pages/${organization.page.subdomain}`;
    const before = (await api.get(path)).text;
    const [name = "", inner] = field.split(".");
    const answer = await api.put(path, {
      status_page: { about: "changed", [name]: inner ? { [inner]: value } : value },
    });
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.json<{ errors: object }>().errors)).toEqual([field]);
    expect((await api.get(path)).text).toBe(before);
  });
}

test("name, url and time zone cannot be missing from a new page", async ({ api, organization }) => {
  const answer = await api.post(`/orgs/${organization.id}/status_pages`, {
    status_page: { name: "", time_zone: null },
  });
  expect(answer.json()).toEqual({
    errors: { name: ["can't be blank"], url: ["can't be blank"], time_zone: ["can't be blank"] },
  });
});
