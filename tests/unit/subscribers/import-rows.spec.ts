import { expect, test } from "@playwright/test";
import { parseSettings } from "#lib/pages/schema.ts";
import { provideEnv } from "#lib/platform/config/env.ts";
import { unreadIn } from "#lib/subscribers/import/layout.ts";
import type { PageNames } from "#lib/subscribers/import/page-names.ts";
import { isProblem, parseRow } from "#lib/subscribers/import/row.ts";
import type { Layout } from "#lib/subscribers/import/schema.ts";
import { type AddressColumns, addressKey } from "#lib/subscribers/normal-addresses.ts";

test.beforeAll(() => provideEnv({}));

const KNOWN: PageNames = {
  settings: parseSettings({ sms_notifications_enabled: true }),
  services: new Map([
    ["shop", 7],
    ["7", 7],
    ["pay, cards", 8],
    ["twice", null],
  ]),
  groups: new Map([["partners", 3]]),
  types: new Set(["slow"]),
};
const LAYOUT: Layout = {
  ...{ encoding: "utf-8", separator: ",", header_row: 0, columns: [], consent_source: null },
};
const FILE = { known: KNOWN, layout: LAYOUT, name: "list.csv" };
type Cells = Parameters<typeof parseRow>[1];
const EMAIL = { email: "ada@example.com" };
const ADA: AddressColumns = { type: "email", ...EMAIL };

/** What a row is read as, or the column and the code of its problem. */
function read(cells: Cells, known = KNOWN) {
  const found = parseRow(2, cells, { known, layout: LAYOUT, name: "list.csv" });
  return isProblem(found) ? [found.column, found.code] : found;
}

const PROBLEMS: [cells: Cells, column: string, code: string][] = [
  [{ "": "x", ...EMAIL }, "base", "unnamed"],
  [{ email: "ada" }, "email", "bad_email"],
  [{ services: "shop" }, "type", "blank"],
  [{ ...EMAIL, services: "none" }, "services", "unknown_name"],
  [{ ...EMAIL, services: "shop;none" }, "services", "unknown_name"],
  [{ ...EMAIL, services: "twice" }, "services", "ambiguous"],
  [{ ...EMAIL, services: ";" }, "services", "unknown"],
  [{ ...EMAIL, groups: "none" }, "groups", "unknown_name"],
  [{ ...EMAIL, incident_types: "slow;none" }, "incident_types", "unknown_name"],
  [{ ...EMAIL, services: "shop", incident_types: "slow" }, "incident_types", "not_together"],
  [{ ...EMAIL, metadata: "{" }, "metadata", "invalid"],
  [{ ...EMAIL, consent_at: "2026-01-01" }, "consent_source", "blank"],
  [{ ...EMAIL, consent_source: "form" }, "consent_at", "blank"],
  [{ ...EMAIL, consent_at: "soon", consent_source: "form" }, "consent_at", "bad_datetime"],
  [
    { ...EMAIL, consent_at: "2026-01-01", consent_source: "x".repeat(501) },
    "consent_source",
    "too_long",
  ],
  [{ type: "sms", phone_number: "15005550006" }, "country_dial_code", "blank"],
  [{ type: "webhook" }, "webhook_url", "blank"],
];

test("what is wrong with a row is told by its column", () => {
  for (const [cells, column, code] of PROBLEMS)
    expect([cells, read(cells)]).toEqual([cells, [column, code]]);
  const settings = parseSettings({ subscribers_enabled: false });
  expect(read(EMAIL, { ...KNOWN, settings })).toEqual(["type", "not_offered"]);
});

const ROWS: [cells: Cells, input: object, key: AddressColumns][] = [
  [{ email: "Ada@Example.com" }, { type: "email", filter: "all" }, ADA],
  [{ type: "EMAIL", ...EMAIL }, { type: "email" }, ADA],
  [
    { phone_number: "(150) 0555-00/06", country_dial_code: "+1" },
    { type: "sms", country_dial_code: "1", phone_number: "5005550006" },
    { type: "sms", country_dial_code: "1", phone_number: "5005550006" },
  ],
  [
    { phone_number: "5005550006", country_dial_code: "US" },
    { country_dial_code: "1" },
    { type: "sms", country_dial_code: "1", phone_number: "5005550006" },
  ],
  [
    { type: "webhook", webhook_url: "https://a.example/Hook" },
    { type: "webhook" },
    { type: "webhook", webhook_url: "https://a.example/Hook" },
  ],
  [{ ...EMAIL, services: "SHOP; 7" }, { service_ids: [7], filter: "services" }, ADA],
  [{ ...EMAIL, services: "Pay, cards;shop" }, { service_ids: [8, 7] }, ADA],
  [{ ...EMAIL, services: "shop,7" }, { service_ids: [7] }, ADA],
  [{ ...EMAIL, groups: "Partners" }, { subscription_group_ids: [3] }, ADA],
  [
    { ...EMAIL, incident_types: "slow; major" },
    { incident_types: ["slow", "major"], filter: "incident_types" },
    ADA,
  ],
  [{ ...EMAIL, metadata: '{"a": "b"}' }, { metadata: { a: "b" } }, ADA],
];

const keyOf = (address: AddressColumns) => `${address.type} ${addressKey(address)}`;

test("a row is read by its columns: names of services, kinds by what is given, one key an address", () => {
  for (const [cells, input, key] of ROWS)
    expect([cells, read(cells)]).toMatchObject([cells, { row: 2, input, key: keyOf(key) }]);
  expect(read({ ...EMAIL, services: "Pay, cards, shop" })).toEqual(["services", "unknown_name"]);
});

test("a consent has a day or a time and a source; empty columns are not given", () => {
  const consent = (consent_at: string) => {
    const cells = { ...EMAIL, consent_at, consent_source: "form", locale: "" };
    const found = parseRow(2, cells, FILE);
    return isProblem(found) ? found.code : found.consent?.consent_at;
  };
  expect(consent("2026-01-02")).toBe("2026-01-02T00:00:00");
  expect(consent("2026-01-02 10:00:00")).toBe("2026-01-02T10:00:00");
  expect(consent("2026-01-02T10:00:00+02:00")).toBe("2026-01-02T08:00:00");
  const found = parseRow(2, { ...EMAIL, locale: "" }, FILE);
  if (isProblem(found)) throw new Error(found.code);
  expect([[...found.given], found.consent]).toEqual([["email"], null]);
});

test("columns that nothing is read from are named once", () => {
  const column = (name: string, field: "email" | null = null) => ({ name, field, samples: ["x"] });
  const columns = [column("email", "email"), column("city"), column(""), column("city")];
  expect(unreadIn({ ...LAYOUT, columns })).toEqual(["city", "#3"]);
});
