import { expect, test } from "@playwright/test";
import { openCalendarThread } from "#lib/incidents/calendar-import/thread-pool.ts";

const READ_MS = 2_000;
// Ignores what it is given, for most of the time of a calendar.
const SLOW = `data:text/javascript,export default () => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ${0.6 * READ_MS});
}`;

test("a calendar's time starts with its turn, and organizations take turns", async () => {
  const { read, close } = openCalendarThread({ filename: SLOW, read_ms: READ_MS });
  const calendars = { calendars: [], outside: new Map() };
  const query = { zone: "UTC", from: "", to: "", most: 1 };
  const order: number[] = [];
  const readOf = (organization: number) =>
    read(organization, calendars, query).then(() => order.push(organization));
  await Promise.all([readOf(1), readOf(1), readOf(1), readOf(2)]);
  expect(order).toEqual([1, 1, 2, 1]);
  await close();
});
