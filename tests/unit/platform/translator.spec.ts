import { expect, test } from "@playwright/test";
import { translator } from "#lib/platform/i18n/translator.ts";

const t = translator("en");

test("values that look like other values are never taken for them", () => {
  const [all, part] = [
    { percent: "x|days|1|2", days: 3 },
    { percent: "x", days: 3 },
  ];
  for (let turn = 0; turn < 2; turn += 1) {
    expect(t("public.services.uptime", all)).toBe("x|days|1|2 in 3 days");
    expect(t("public.services.uptime", part)).toBe("x in 3 days");
    expect(translator("de")("public.services.uptime", part)).toBe("x in 3 Tagen");
  }
});

test("texts of any length are said with their own values, however often others were", () => {
  const long = "long ".repeat(1_000);
  for (let turn = 0; turn < 12_000; turn += 1)
    t("public.services.details", { name: `No. ${turn}` });
  expect(t("public.services.details", { name: `${long}A` })).toBe(`Details of ${long}A`);
  expect(t("public.services.details", { name: `${long}B` })).toBe(`Details of ${long}B`);
  expect(t("public.services.details", { name: "No. 1" })).toBe("Details of No. 1");
});
