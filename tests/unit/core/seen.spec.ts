import { expect, test } from "@playwright/test";
import { conflictingFields, fieldMarks } from "#lib/core/forms/conflicts.ts";

const RECORD = {
  title: "Checkout fails",
  type: "major",
  service_ids: [1, 2],
  translations: { de: { title: "Kasse" } },
  domain_config: { domain: "a.example", status: "pending" },
  updates: [{ id: 1 }],
  updated_at: "2026-01-01T00:00:00",
};
const given = {
  title: "Checkout is slow",
  service_ids: [1],
  translations: { de: { title: "Kasse" }, fr: { title: "Caisse" } },
  domain_config: { domain: "b.example" },
  updates: [{ type: "postponed" }],
  renamed_from: "Shop",
};
const seen = fieldMarks(RECORD);

test("a form conflicts with a change of the fields that it writes, and with no other", () => {
  const after = (change: object) => conflictingFields({ ...RECORD, ...change }, seen, given);
  expect(after({})).toEqual([]);
  expect(after({ updated_at: "2026-02-02T00:00:00", type: "minor", updates: [] })).toEqual([]);
  expect(after({ title: "Checkout is slow, too" })).toEqual(["title"]);
  expect(after({ service_ids: [2, 1] })).toEqual(["service_ids"]);
  expect(after({ translations: {} })).toEqual(["translations"]);
  expect(after({ translations: { ...RECORD.translations, fr: { title: "Panier" } } })).toEqual([
    "translations",
  ]);
});

test("of an inner object only what the form writes is compared", () => {
  const domain_config = { domain: "a.example", status: "active" };
  expect(conflictingFields({ ...RECORD, domain_config }, seen, given)).toEqual([]);
  domain_config.domain = "c.example";
  expect(conflictingFields({ ...RECORD, domain_config }, seen, given)).toEqual(["domain_config"]);
});

test("a section has seen its own fields only", () => {
  const own = fieldMarks(RECORD, ["title", "domain_config.domain"]);
  expect([...new URLSearchParams(own).keys()]).toEqual(["title", "domain_config.domain"]);
  expect(conflictingFields({ ...RECORD, service_ids: [] }, own, given)).toEqual([]);
});
