import { mintOrganization, mintService } from "#tests/support/data/mint.ts";
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
    style: "every_update",
  };
  const created = await post(api, subdomain, fields);
  expect(created).toEqual({
    id: expect.any(Number),
    ...fields,
    format: "standard",
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
  const all = await post(api, subdomain, {
    type: "email",
    email: "all@example.com",
    filter: "all",
    incident_id,
  });
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
