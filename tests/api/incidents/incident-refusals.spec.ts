import { mintOrganization, mintService } from "#tests/support/data/mint.ts";
import { changesBy } from "#tests/support/db/changes.ts";
import { post, refusal, test } from "#tests/support/http/incident-calls.ts";
import { WITHOUT_WORKER } from "#tests/support/server/env.ts";
import { expect } from "#tests/support/test.ts";

// Jobs would write down what they did for the test before.
test.use({ serverEnv: WITHOUT_WORKER });

test("a maintenance needs its times in order and updates of its own kind", async ({
  api,
  incidents,
  service,
}) => {
  const planned = { title: "Move", type: "scheduled", service_ids: [service] };
  expect(await refusal(api, incidents, planned)).toEqual({
    starts_at: ["can't be blank"],
    ends_at: ["can't be blank"],
  });
  const backwards = {
    ...planned,
    starts_at: "2030-01-02T00:00:00",
    ends_at: "2030-01-02T00:00:00",
  };
  expect(await refusal(api, incidents, backwards)).toEqual({
    ends_at: ["must be after the start"],
  });
  const times = { starts_at: "2030-01-01T00:00:00", ends_at: "2030-01-02T00:00:00" };
  const wrong = { ...planned, ...times, updates: [{ type: "escalate", description: "No" }] };
  expect(await refusal(api, incidents, wrong)).toEqual({
    "updates.0.type": ["does not fit this type of incident"],
  });
  const maintenance = await post(api, incidents, {
    ...planned,
    ...times,
    updates: [{ description: "We move" }],
  });
  expect(maintenance.updates[0]?.type).toBe("scheduled");
});

test("bad input gets its error by field and writes nothing", async ({
  api,
  incidents,
  service,
  database,
  organization,
}) => {
  const stranger = await mintOrganization(database);
  const foreign = await mintService(database, stranger.page.id);
  const fine = { title: "Down", type: "major", service_ids: [service] };
  const cases: [unknown, Record<string, unknown>][] = [
    [{}, { title: ["can't be blank"], type: ["can't be blank"], service_ids: ["can't be blank"] }],
    [{ ...fine, service_ids: [] }, { service_ids: ["must name at least one service"] }],
    [{ ...fine, service_ids: [foreign] }, { service_ids: ["does not exist"] }],
    [{ ...fine, service_ids: ["1"] }, { "service_ids.0": ["must be a number"] }],
    [{ ...fine, type: "catastrophe" }, { type: ["must be one of: major, minor, scheduled"] }],
    [{ ...fine, title: "a\0b" }, { title: ["contains characters that cannot be stored"] }],
    [{ ...fine, title: "\ud83d" }, { title: ["contains characters that cannot be stored"] }],
    [{ ...fine, title: "x".repeat(256) }, { title: ["should be at most 255 characters"] }],
    [
      { ...fine, starts_at: "2026-02-30T00:00:00" },
      { starts_at: ["must be a date and time like 2026-11-20T14:02:00"] },
    ],
    [
      { ...fine, starts_at: "2026-01-02T00:00:00", ends_at: "2026-01-01T00:00:00" },
      { ends_at: ["must be after the start"] },
    ],
    [
      {
        ...fine,
        starts_at: "2026-01-02T00:00:00",
        updates: [{ type: "resolved", description: "x", posted_at: "2026-01-01T00:00:00" }],
      },
      { "updates.0.posted_at": ["must be after the start"] },
    ],
    [{ ...fine, updates: [{ description: "" }] }, { "updates.0.description": ["can't be blank"] }],
    [
      { ...fine, updates: [{ description: "x", social_post: true, tweet: false }] },
      { "updates.0.social_post": expect.any(Array) },
    ],
    ["text", { incident: ["must be an object"] }],
    [null, { incident: ["can't be blank"] }],
  ];
  const changed = await changesBy(database, async () => {
    for (const [incident, errors] of cases)
      expect(await refusal(api, incidents, incident)).toEqual(errors);
    expect((await api.post(incidents, '{"incident": ')).json()).toEqual({
      error: 400,
      message: "The body is not valid JSON",
    });
    expect(
      (
        await api.post(incidents, {
          incident: { ...fine, description: "x".repeat(2 * 1024 * 1024) },
        })
      ).status,
    ).toBe(413);
    expect((await api.get(`${incidents}/999999999`)).json()).toEqual({
      error: 404,
      message: "Not found",
    });
    expect((await api.get(`${incidents}/99999999999999999999`)).status).toBe(404);
    expect(
      (
        await api
          .as(organization.keys.admin)
          .post(`${incidents}/1x/updates`, { update: { description: "x" } })
      ).status,
    ).toBe(404);
  });
  expect(changed).toEqual([]);
});

test("an incident cannot be added while a locking page is under maintenance", async ({
  api,
  database,
  organization,
  incidents,
  service,
}) => {
  await database
    .updateTable("status_pages")
    .set({ settings: JSON.stringify({ locked_when_maintenance: true }) })
    .where("id", "=", organization.page.id)
    .execute();
  await post(api, incidents, {
    title: "Move",
    type: "scheduled",
    service_ids: [service],
    starts_at: "2026-01-01T00:00:00",
    ends_at: "2100-01-01T00:00:00",
  });
  expect(
    await refusal(api, incidents, { title: "Down", type: "major", service_ids: [service] }),
  ).toEqual({
    base: ["cannot add an incident while a maintenance is running"],
  });
});
