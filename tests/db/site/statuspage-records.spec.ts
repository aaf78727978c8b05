import type { Context } from "#lib/core/request/context.ts";
import { shiftClock } from "#lib/platform/clock.ts";
import { DOCUMENTS } from "#lib/site/statuspage-json/documents.ts";
import { HistoryDocument, WholeIncident } from "#lib/site/statuspage-json/shapes.ts";
import { mintIncidents } from "#tests/support/data/incidents.ts";
import { newsroom } from "#tests/support/data/news.ts";
import { expect, test } from "#tests/support/test.ts";

test.afterEach(() => shiftClock(0));

test("an incident's page is the record itself, with all keys of Statuspage's and the post-mortem", async ({
  database,
}) => {
  const { page, ctx, open, post, service } = await newsroom(database);
  const { id } = await open({ updates: [{ description: "We **look**.", type: "issue" }] });
  await database
    .updateTable("incidents")
    .set({ postmortem: "It was the *switch*." })
    .where("id", "=", id)
    .execute();
  const visitor: Context = { ...ctx, actor: { kind: "visitor" } };
  const read = async () => {
    const found = await DOCUMENTS.incident_page.read(visitor, page, { id: String(id) });
    return { ...WholeIncident.parse(found), code: "code" in found && found.code };
  };
  expect(await read()).toMatchObject({
    ...{ code: String(id), id: String(id), status: "investigating", impact: "major" },
    ...{ backfilled: false, scheduled_for: null, postmortem_body: null },
    components: [{ id: String(service), status: "major_outage" }],
    incident_updates: [{ body: "We look." }],
  });
  await post(id, { type: "resolved", description: "Well again." });
  expect(await read()).toMatchObject({ status: "resolved", postmortem_body: "It was the switch." });
});

test("the history has three months of the page's zone on each of its pages, and ends", async ({
  database,
}) => {
  shiftClock(Date.parse("2027-03-10T12:00:00Z") - Date.now());
  const { page, ctx, service } = await newsroom(database);
  await database
    .updateTable("status_pages")
    .set({ time_zone: "Europe/Berlin", settings: { history_limit_days: 90 } })
    .where("id", "=", page.id)
    .execute();
  const times = [
    ["major", "2026-10-01T00:00:00", "2026-10-02T00:00:00"],
    ["minor", "2026-12-31T23:30:00", "2027-01-01T00:10:00"],
    ["minor", "2027-01-31T22:30:00", "2027-01-31T23:10:00"],
    ["scheduled", "2027-03-10T09:00:00", "2027-03-10T13:00:00"],
    ["scheduled", "2027-03-11T09:00:00", "2027-03-11T13:00:00"],
  ] as const;
  const [, first = 0, second = 0, running = 0] = await mintIncidents(
    database,
    page.id,
    times.map(([severity, starts_at, ends_at]) => ({
      ...{ severity, starts_at, ends_at, service_ids: [service] },
    })),
  );
  const visitor: Context = { ...ctx, actor: { kind: "visitor" } };
  const read = async (number?: string) => {
    const asked = number === undefined ? {} : { page: number };
    return HistoryDocument.parse(await DOCUMENTS.history.read(visitor, page, asked));
  };
  const { months, start_time, end_time } = await read();
  const told = (code: number, impact: string, timestamp: string) => ({
    ...{ code: String(code), name: "Trouble", message: "", impact, timestamp },
  });
  const at = (clock: string) => `<var data-var='time'>${clock}</var>`;
  expect(months).toEqual([
    {
      ...{ name: "March", year: 2027, starts_on: 1, days: 31 },
      incidents: [
        told(running, "maintenance", `Mar <var data-var='date'>10</var>, ${at("10:00")} GMT+1`),
      ],
    },
    { name: "February", year: 2027, starts_on: 1, days: 28, incidents: [] },
    {
      ...{ name: "January", year: 2027, starts_on: 5, days: 31 },
      incidents: [
        told(
          second,
          "minor",
          `Jan <var data-var='date'>31</var>, ${at("23:30")} - Feb <var data-var='date'>1</var>, ${at("00:10")} GMT+1`,
        ),
        told(
          first,
          "minor",
          `Jan <var data-var='date'>1</var>, ${at("00:30")} - ${at("01:10")} GMT+1`,
        ),
      ],
    },
  ]);
  expect(start_time).toBe("2027-01-01T00:00:00.000+01:00");
  expect(end_time).toMatch(/^2027-03-10T13:0\d:\d\d\.000\+01:00$/);
  const names = async (number: string) => (await read(number)).months.map(({ name }) => name);
  for (const odd of ["0", "-1", "x", "1e3", "9".repeat(40)])
    expect((await read(odd)).months).toEqual(months);
  expect([await names("2"), await names("3")]).toEqual([["December"], []]);
  await database
    .updateTable("status_pages")
    .set({ settings: { history_limit_days: null } })
    .where("id", "=", page.id)
    .execute();
  expect(await names("2")).toEqual(["December", "November", "October"]);
  expect([await names("3"), await names("999")]).toEqual([[], []]);
});
