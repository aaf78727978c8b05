import { expect, test } from "@playwright/test";
import { filterIn } from "#app/(admin)/organizations/[organization_id]/audit/_filter.ts";

test("the log is narrowed to whole days, and by nothing that is no day", () => {
  expect(filterIn({ from: "2026-02-27", to: "2026-02-28" }, "Etc/UTC")).toEqual({
    from: "2026-02-27T00:00:00",
    until: "2026-03-01T00:00:00",
  });
  for (const day of ["2026-02-30", "2026-13-01", "yesterday", ""])
    expect(filterIn({ from: day, to: day }, "Etc/UTC"), day).toEqual({});
});

test("a day is that of the zone in which the log shows its times", () => {
  expect(filterIn({ from: "2026-03-29", to: "2026-03-29" }, "Europe/Berlin")).toEqual({
    from: "2026-03-28T23:00:00",
    until: "2026-03-29T22:00:00",
  });
});
