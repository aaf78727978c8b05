import { unseal } from "#lib/seal.ts";
import type { Api } from "#tests/support/api.ts";
import { type Minted, mintOrganization, mintService } from "#tests/support/mint.ts";
import { subscriptionsOf } from "#tests/support/subscribers.ts";
import { expect, test } from "#tests/support/test.ts";

type Subscription = {
  id: number;
  type: string;
  confirm: boolean;
  email: string | null;
  service_ids: number[];
  incident_id: number | null;
};
type Single = { subscription: Subscription };
type List = { subscriptions: Subscription[]; meta: { total_count: number } };

const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/);

function pathOf(subdomain: string): string {
  return `/status_pages/${subdomain}/subscriptions`;
}

async function post(api: Api, subdomain: string, subscription: object): Promise<Subscription> {
  const response = await api.post(pathOf(subdomain), { subscription });
  expect(response.status, response.text).toBe(201);
  return response.json<Single>().subscription;
}

async function setting(api: Api, { id, page }: Minted, status_page: object): Promise<void> {
  const answer = await api.put(`/orgs/${id}/status_pages/${page.subdomain}`, { status_page });
  expect(answer.status, answer.text).toBe(200);
}

const SMS_ON = { sms_notifications_enabled: true };

async function incident(api: Api, subdomain: string, service: number): Promise<number> {
  const body = { incident: { title: "Down", type: "major", service_ids: [service] } };
  return (await api.post(`/status_pages/${subdomain}/incidents`, body)).json<{
    incident: { id: number };
  }>().incident.id;
}

test("a subscription is answered as it was sent, alone and in the list", async ({
  api,
  organization,
  database,
}) => {
  const { subdomain, id } = organization.page;
  const service = await mintService(database, id);
  const incident_id = await incident(api, subdomain, service);
  const groups = await api.post(`/status_pages/${subdomain}/subscription_groups`, {
    subscription_group: { name: "Partners" },
  });
  const group = groups.json<{ subscription_group: { id: number } }>().subscription_group.id;
  const fields = {
    type: "email",
    filter: "services",
    service_ids: [service],
    incident_types: ["major", "scheduled"],
    incident_id,
    email: "Ada.Lovelace@Example.com",
    confirm: true,
    country_dial_code: "49",
    phone_number: "1511234567",
    webhook_url: "https://example.com/hook?Key=1",
    locale: "de",
    metadata: { zebra: 1.5, apple: { nested: [null, "ü", false] }, "": "" },
    subscription_group_ids: [group],
  };
  const created = await post(api, subdomain, fields);
  expect(created).toEqual({
    id: expect.any(Number),
    ...fields,
    inserted_at: TIME,
    updated_at: TIME,
  });
  const read = await api.get(`${pathOf(subdomain)}/${created.id}`);
  expect(read.json()).toEqual({ subscription: created });
  expect(read.text).toContain(JSON.stringify(fields.metadata));
  const list = (await api.get(pathOf(subdomain))).json();
  expect(list).toEqual({
    subscriptions: [created],
    links: { next: null, prev: null },
    meta: { total_count: 1 },
  });
});

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

test("an address subscribes once per page and type, even when it tries twice at once", async ({
  api,
  organization,
  database,
}) => {
  const { subdomain } = organization.page;
  const attempts = ["a@example.com", "A@example.com", "a@EXAMPLE.com"].map((email) =>
    api.post(pathOf(subdomain), { subscription: { type: "email", email } }),
  );
  expect((await Promise.all(attempts)).map(({ status }) => status).sort()).toEqual([201, 422, 422]);
  const again = await api.post(pathOf(subdomain), {
    subscription: { type: "email", email: "a@example.com", filter: "all" },
  });
  expect(again.json()).toEqual({ errors: { email: ["has already been taken"] } });
  await setting(api, organization, SMS_ON);
  const sms = { type: "sms", country_dial_code: "49", phone_number: "1511234567" };
  await post(api, subdomain, sms);
  expect((await api.post(pathOf(subdomain), { subscription: sms })).json()).toEqual({
    errors: { phone_number: ["has already been taken"] },
  });
  const other = await post(api, subdomain, { type: "email", email: "b@example.com" });
  const moved = await api.put(`${pathOf(subdomain)}/${other.id}`, {
    subscription: { email: "A@example.com" },
  });
  expect([moved.status, moved.json()]).toEqual([
    422,
    { errors: { email: ["has already been taken"] } },
  ]);
  const elsewhere = await mintOrganization(database);
  await post(api.as(elsewhere.keys.admin), elsewhere.page.subdomain, {
    type: "email",
    email: "a@example.com",
  });
});

test("a change keeps what is not given; another address has to be confirmed anew", async ({
  api,
  organization,
  database,
}) => {
  const { subdomain, id } = organization.page;
  const service = await mintService(database, id);
  const created = await post(api, subdomain, {
    type: "email",
    email: "a@example.com",
    confirm: true,
    metadata: { plan: "pro" },
  });
  const path = `${pathOf(subdomain)}/${created.id}`;
  const put = async (subscription: object) => {
    const response = await api.put(path, { subscription });
    expect(response.status, response.text).toBe(200);
    return response.json<Single>().subscription;
  };
  const zeros = {
    type: "",
    filter: "",
    email: "",
    confirm: false,
    phone_number: "",
    locale: "",
    id: 0,
    inserted_at: "",
    service_ids: null,
  };
  expect(await put(zeros)).toEqual({ ...created, updated_at: TIME });
  expect(await put({ filter: "services", service_ids: [service] })).toMatchObject({
    filter: "services",
    service_ids: [service],
    confirm: true,
  });
  expect(await put({ email: "b@example.com" })).toMatchObject({
    email: "b@example.com",
    confirm: false,
    metadata: { plan: "pro" },
  });
  expect(await put({ confirm: true, metadata: {} })).toMatchObject({ confirm: true, metadata: {} });
  const refused = await api.put(path, { subscription: { service_ids: [] } });
  expect([refused.status, refused.json()]).toEqual([
    422,
    { errors: { service_ids: ["can't be blank"] } },
  ]);
});

test("a kind that the page switched off is refused, and kept by who has it already", async ({
  api,
  organization,
}) => {
  const { subdomain } = organization.page;
  const webhook_url = "https://hooks.slack.com/services/T0/B0/x";
  const slack = await post(api, subdomain, { type: "slack", webhook_url });
  const other = await post(api, subdomain, { type: "discord", webhook_url });
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
  await post(api, subdomain, { type: "slack", webhook_url, token });
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

test("a search reads phone numbers and parts of addresses as the interface describes them", async ({
  api,
  organization,
}) => {
  const { subdomain } = organization.page;
  await setting(api, organization, SMS_ON);
  const german = await post(api, subdomain, {
    type: "sms",
    country_dial_code: "49",
    phone_number: "1511234567",
  });
  const other = await post(api, subdomain, {
    type: "sms",
    country_dial_code: "49",
    phone_number: "1519999999",
  });
  const swiss = await post(api, subdomain, {
    type: "sms",
    country_dial_code: "41",
    phone_number: "1511234567",
  });
  const ada = await post(api, subdomain, { type: "email", email: "Ada+49@Example.com" });
  const find = async (query: string) => {
    const { subscriptions, meta } = (
      await api.get(`${pathOf(subdomain)}?query=${query}`)
    ).json<List>();
    expect(meta.total_count).toBe(subscriptions.length);
    return subscriptions.map(({ id }) => id);
  };
  expect(await find(encodeURIComponent("+49 1511234567"))).toEqual([german.id]);
  expect(await find("+49 1511234567".replace(" ", "%20"))).toEqual([german.id]);
  expect(await find(encodeURIComponent("+49"))).toEqual([german.id, other.id]);
  expect(await find("+49")).toEqual([german.id, other.id]);
  expect(await find("1511234567")).toEqual([german.id, swiss.id]);
  for (const part of ["ada", "EXAMPLE", "a%2B49@", "49@exam", "m"])
    expect([part, await find(part)]).toEqual([part, [ada.id]]);
  expect(await find("%25")).toEqual([]);
});

test("a deleted subscription is gone; one to a single incident goes with it, others stay", async ({
  api,
  organization,
  database,
}) => {
  const { subdomain, id } = organization.page;
  const incident_id = await incident(api, subdomain, await mintService(database, id));
  const one = await post(api, subdomain, {
    type: "email",
    email: "one@example.com",
    filter: "incident",
    incident_id,
  });
  const all = await post(api, subdomain, { type: "email", email: "all@example.com", incident_id });
  expect((await api.delete(`/status_pages/${subdomain}/incidents/${incident_id}`)).status).toBe(
    200,
  );
  expect((await api.get(`${pathOf(subdomain)}/${one.id}`)).status).toBe(404);
  expect(
    (await api.get(`${pathOf(subdomain)}/${all.id}`)).json<Single>().subscription.incident_id,
  ).toBeNull();
  const deleted = await api.delete(`${pathOf(subdomain)}/${all.id}`);
  expect([deleted.status, deleted.text]).toEqual([200, '""']);
  expect((await api.get(`${pathOf(subdomain)}/${all.id}`)).status).toBe(404);
});
