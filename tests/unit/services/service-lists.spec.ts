import { expect, test } from "@playwright/test";
import { placeFor, zoneAt } from "#app/(admin)/pages/[subdomain]/services/_ui/drop-place.ts";
import { parseServiceList } from "#lib/services/parse-service-list.ts";

test("lists are read with tabs, spaces, bullets and numbers, however deep they are indented", () => {
  const read = (text: string) => parseServiceList(text).map(({ name, depth }) => [name, depth]);
  expect(read("Shop\n    Cart\n        Pay\n  Odd\nAPI\r\n\tv1")).toEqual([
    ["Shop", 0],
    ["Cart", 1],
    ["Pay", 2],
    ["Odd", 1],
    ["API", 0],
    ["v1", 1],
  ]);
  expect(read("- Shop\n  * Cart\n1. API\n1Password\n-5 °C\n\n   \n•  Mail ")).toEqual([
    ["Shop", 0],
    ["Cart", 1],
    ["API", 0],
    ["1Password", 0],
    ["-5 °C", 0],
    ["Mail", 0],
  ]);
  expect(read("   a\n      b\n c")).toEqual([
    ["a", 0],
    ["b", 1],
    ["c", 0],
  ]);
});

test("an address at the end of a line is what is checked", () => {
  const read = (text: string) =>
    parseServiceList(text).map(({ name, ping_url }) => [name, ping_url]);
  const lines = [
    "API https://api.example.com/v1?a=b,c",
    "- Mail server\ttcp://mail.example.com:25",
    "Card payments: https://pay.example.com",
    "Shop,https://shop.example.com",
    "https://www.example.com/health",
    "See https://example.com for more",
  ];
  expect(read(lines.join("\n"))).toEqual([
    ["API", "https://api.example.com/v1?a=b,c"],
    ["Mail server", "tcp://mail.example.com:25"],
    ["Card payments", "https://pay.example.com"],
    ["Shop", "https://shop.example.com"],
    ["www.example.com/health", "https://www.example.com/health"],
    ["See https://example.com for more", null],
  ]);
});

test("what is dropped comes where the line was shown", () => {
  const at = (id: number, parent_id: number | null, position: number) => ({
    id,
    name: "",
    place: { parent_id, position },
  });
  const [first, second, third] = [at(1, null, 0), at(2, null, 1), at(3, null, 2)];
  expect(placeFor(third, first, "before", false)).toEqual({ parent_id: null, position: 0 });
  expect(placeFor(first, third, "after", false)).toEqual({ parent_id: null, position: 2 });
  expect(placeFor(first, third, "before", false)).toEqual({ parent_id: null, position: 1 });
  expect(placeFor(first, second, "after", true)).toEqual({ parent_id: 2, position: 0 });
  expect(placeFor(at(9, 2, 0), second, "after", false)).toEqual({ parent_id: null, position: 2 });
  expect(placeFor(first, second, "in", false)).toMatchObject({ parent_id: 2 });
  const zones = [102, 120, 138].map((y) => zoneAt(y, { top: 100, height: 40 }));
  expect(zones).toEqual(["before", "in", "after"]);
});
