import { unseal } from "#lib/platform/crypto/seal.ts";
import { mintOrganization, mintService } from "#tests/support/data/mint.ts";
import { subscriptionsOf } from "#tests/support/data/subscribers.ts";
import {
  incident,
  type List,
  pathOf,
  post,
  type Single,
  SMS_ON,
  setting,
  TIME,
} from "#tests/support/http/subscription-calls.ts";
import { expect, test } from "#tests/support/test.ts";

test("each type is accepted with its address alone, and refused without it", async ({
  api,
  organization,
}) => {
  const { subdomain } = organization.page;
  const unset = {
    filter: "all",
    service_ids: [],
    incident_types: [],
    incident_id: null,
    email: null,
    country_dial_code: null,
    phone_number: null,
    webhook_url: null,
    locale: null,
    metadata: {},
    subscription_group_ids: [],
    format: "standard",
  };
  await setting(api, organization, SMS_ON);
  const chats = ["webhook", "slack", "discord", "teams", "google_chat", "mattermost", "zoom"];
  const kinds: [string, Record<string, string>, boolean][] = [
    ["email", { email: "a@example.com" }, false],
    ["sms", { country_dial_code: "49", phone_number: "1511234567" }, false],
    ...chats.map((type): [string, Record<string, string>, boolean] => [
      type,
      { webhook_url: "https://example.com/hook" },
      true,
    ]),
  ];
  for (const [type, address, confirm] of kinds) {
    const created = await post(api, subdomain, { type, ...address });
    expect(created).toEqual({
      ...unset,
      id: created.id,
      type,
      ...address,
      confirm,
      style: type === "email" ? "living_message" : "every_update",
      ...(type === "webhook" && { secret: expect.stringMatching(/^whsec_/) }),
      inserted_at: TIME,
      updated_at: TIME,
    });
    const refused = await api.post(pathOf(subdomain), {
      subscription: { type, email: "", webhook_url: null, phone_number: "" },
    });
    const errors = Object.fromEntries(
      Object.keys(address).map((field) => [field, ["can't be blank"]]),
    );
    expect([refused.status, refused.json()]).toEqual([422, { errors }]);
  }
});

test("what does not fit is refused on its field, and nothing is changed", async ({
  api,
  organization,
  database,
}) => {
  const { subdomain } = organization.page;
  const foreign = await mintOrganization(database);
  const service = await mintService(database, foreign.page.id);
  const email = { type: "email", email: "a@example.com" };
  const refusals: [object, Record<string, unknown>][] = [
    [{}, { type: ["can't be blank"] }],
    [{ type: "fax" }, { type: [expect.stringMatching(/^must be one of: email, sms, webhook/)] }],
    [{ type: "email", email: "nobody" }, { email: ["must be an e-mail address"] }],
    [
      { type: "sms", country_dial_code: "+49", phone_number: "151 1" },
      { country_dial_code: ["can only contain digits"], phone_number: ["can only contain digits"] },
    ],
    [
      { type: "slack", webhook_url: "ftp://example.com" },
      { webhook_url: ["must be a web address like https://example.com"] },
    ],
    [{ ...email, filter: "services" }, { service_ids: ["can't be blank"] }],
    [{ ...email, filter: "incident", incident_id: 0 }, { incident_id: ["can't be blank"] }],
    [
      { ...email, filter: "incident_types", incident_types: [] },
      { incident_types: ["can't be blank"] },
    ],
    [{ ...email, service_ids: [service] }, { service_ids: ["does not exist"] }],
    [{ ...email, incident_id: 999_999_999 }, { incident_id: ["does not exist"] }],
    [{ ...email, incident_types: ["odd"] }, { incident_types: ["does not exist"] }],
    [
      { ...email, subscription_group_ids: [1_000_000] },
      { subscription_group_ids: ["does not exist"] },
    ],
    [
      { ...email, metadata: { text: "x".repeat(20_000) } },
      { metadata: ["should be at most 16,384 characters"] },
    ],
    [
      { ...email, metadata: JSON.parse(`${'{"a":'.repeat(5_000)}1${"}".repeat(5_000)}`) },
      { metadata: ["is nested too deeply"] },
    ],
    [{ ...email, metadata: [1] }, { metadata: ["must be an object"] }],
    [{ ...email, locale: "German" }, { locale: ["must be a language such as de or pt-BR"] }],
  ];
  for (const [subscription, errors] of refusals) {
    const response = await api.post(pathOf(subdomain), { subscription });
    expect([response.status, response.json()]).toEqual([422, { errors }]);
  }
  expect((await api.get(pathOf(subdomain))).json<List>().meta.total_count).toBe(0);
});

test("whoever lists services, types or an incident without a filter gets these, not everything", async ({
  api,
  organization,
  service,
}) => {
  const { subdomain } = organization.page;
  const made = async (fields: object) => {
    const email = `${Object.keys(fields).join("-")}@example.com`;
    return (await post(api, subdomain, { type: "email", email, ...fields })).filter;
  };
  expect(await made({ service_ids: [service] })).toBe("services");
  expect(await made({ incident_types: ["major"] })).toBe("incident_types");
  const incident_id = await incident(api, subdomain, service);
  expect(await made({ incident_id })).toBe("incident");
  expect(await made({ service_ids: [service], filter: "all" })).toBe("all");
  expect(await made({ service_ids: [], incident_id: null })).toBe("all");
});

test("a kind that the page switched off is refused, and kept by who has it already", async ({
  api,
  organization,
}) => {
  const { subdomain } = organization.page;
  const webhook_url = "https://hooks.slack.com/services/T0/B0/x";
  const slack = await post(api, subdomain, { type: "slack", webhook_url });
  const other = await post(api, subdomain, { type: "discord", webhook_url: "https://a.example/x" });
  await setting(api, organization, { slack_subscriptions_enabled: false });
  const refusal = { errors: { type: ["is not offered on this status page"] } };
  const path = pathOf(subdomain);
  const again = { type: "slack", webhook_url: `${webhook_url}y` };
  const refused = [
    await api.post(path, { subscription: again }),
    await api.put(`${path}/${other.id}`, { subscription: again }),
    await api.post(path, {
      subscription: { type: "sms", country_dial_code: "49", phone_number: "1511234567" },
    }),
  ];
  for (const { status, json } of refused) expect([status, json()]).toEqual([422, refusal]);
  const kept = await api.put(`${path}/${slack.id}`, { subscription: { ...slack, locale: "de" } });
  expect([kept.status, kept.json<Single>().subscription]).toMatchObject([
    200,
    { type: "slack", locale: "de" },
  ]);
});

test("Zoom's token is kept sealed with its address, and never told", async ({
  api,
  organization,
  database,
}) => {
  const { subdomain, id } = organization.page;
  const token = "zoom-verification-token";
  const webhook_url = "https://inbots.zoom.us/incoming/hook/x";
  const secrets = async () =>
    (await subscriptionsOf(database, id)).map(
      ({ secret_sealed }) => secret_sealed && unseal(secret_sealed),
    );
  const created = await post(api, subdomain, { type: "zoom", webhook_url, token });
  await post(api, subdomain, { type: "slack", webhook_url: "https://a.example/x", token });
  expect(await secrets()).toEqual([token, null]);
  const path = `${pathOf(subdomain)}/${created.id}`;
  const change = (subscription: object) => api.put(path, { subscription });
  const answers = [await change({ locale: "de" }), await api.get(path)];
  for (const { text } of answers) expect(text).not.toContain("token");
  expect(await secrets()).toEqual([token, null]);
  await change({ token: "second" });
  expect(await secrets()).toEqual(["second", null]);
  await change({ webhook_url: `${webhook_url}y` });
  expect(await secrets()).toEqual([null, null]);
  const log = await api.as(organization.owner.key).get(`/orgs/${organization.id}/audit_log`);
  expect(log.status).toBe(200);
  expect(log.text).not.toContain(token);
});
