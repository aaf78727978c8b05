import { expect, test } from "@playwright/test";
import fc from "fast-check";
import type { Severity } from "#lib/core/fields/severity.ts";
import { periodsOf } from "#lib/services/uptime/uptime.ts";

const RANK: readonly Severity[] = ["major", "minor", "scheduled"];
const SECONDS = 50;

function wire(second: number): string {
  return new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString().slice(0, 19);
}

const incident = fc.record({
  severity: fc.constantFrom(...RANK),
  from: fc.integer({ min: -10, max: SECONDS + 10 }),
  length: fc.option(fc.nat(SECONDS)),
});

test("each second belongs to the worst that went on, of equally bad ones to the one that began first", () => {
  fc.assert(
    fc.property(fc.array(incident, { maxLength: 8 }), (drawn) => {
      const incidents = drawn.map(({ severity, from, length }, id) => ({
        id,
        severity,
        starts_at: wire(from),
        ends_at: length === null ? null : wire(from + length),
      }));
      const periods = periodsOf(incidents, { from: wire(0), to: wire(SECONDS) });
      for (let second = 0; second < SECONDS; second += 1) {
        const at = wire(second);
        const on = incidents
          .filter((one) => one.starts_at <= at && (one.ends_at === null || at < one.ends_at))
          .sort(
            (a, b) =>
              RANK.indexOf(a.severity) - RANK.indexOf(b.severity) ||
              a.starts_at.localeCompare(b.starts_at) ||
              a.id - b.id,
          );
        const found = periods.filter(({ from, to }) => from <= at && at < to);
        expect(found.map((period) => period.incident.id)).toEqual(
          on.slice(0, 1).map(({ id }) => id),
        );
      }
      expect(periods.every(({ seconds }) => seconds > 0)).toBe(true);
    }),
  );
});
