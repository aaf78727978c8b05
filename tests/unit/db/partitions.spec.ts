import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { type Partitioned, periodStart, periodsToKeep } from "#db/partitions.ts";

const day = fc
  .integer({ min: 0, max: 60_000 })
  .map((days) => Temporal.PlainDate.from("1970-01-01").add({ days }));
const plan = fc.record<Partitioned>({
  table: fc.constant("rows"),
  column: fc.constant("time"),
  period: fc.constantFrom("day", "week", "month"),
  kept_days: fc.integer({ min: 0, max: 400 }),
});
const { compare } = Temporal.PlainDate;

test("the periods of a table cover every day that is kept and the time to come, without a gap", () => {
  fc.assert(
    fc.property(plan, day, (table, today) => {
      const starts = periodsToKeep(table, today);
      const next = starts.map((start) => start.add({ [`${table.period}s`]: 1 }).toString());
      expect(starts.slice(1).map(String)).toEqual(next.slice(0, -1));
      expect(starts.map((start) => String(periodStart(start, table.period)))).toEqual(
        starts.map(String),
      );
      const oldest = today.subtract({ days: table.kept_days });
      expect(compare(starts[0] ?? today, oldest)).toBeLessThanOrEqual(0);
      expect(starts.filter((start) => compare(start, today) > 0)).toHaveLength(3);
    }),
  );
});

test("a day is in the one period that begins last before it", () => {
  fc.assert(
    fc.property(plan, day, ({ period }, any) => {
      const start = periodStart(any, period);
      expect(compare(start, any)).toBeLessThanOrEqual(0);
      expect(compare(start.add({ [`${period}s`]: 1 }), any)).toBe(1);
    }),
  );
});
