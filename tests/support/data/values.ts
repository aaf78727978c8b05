import fc from "fast-check";
import type { Ids } from "#tests/support/data/samples.ts";
import { type Schema, variants } from "#tests/support/http/operations.ts";

type Arbitraries = { name: RegExp; values: (ids: Ids) => fc.Arbitrary<unknown> };

const text = fc.string({ unit: "grapheme", minLength: 1, maxLength: 60 });
const timeBetween = (min: number, max: number) =>
  fc
    .integer({ min, max })
    .map((seconds) =>
      new Date(seconds * 1_000).toISOString().slice(0, "YYYY-MM-DDTHH:MM:SS".length),
    );
const address = fc.webUrl({ validSchemes: ["https"] }).filter((url) => !/[^\x20-\x7e]/.test(url));
const email = fc.integer({ min: 1 }).map((number) => `reader-${number}@example.com`);
const languages = ["de", "fr", "pt-BR"];

// What a field's name says of its values, where its schema cannot.
const BY_NAME: Arbitraries[] = [
  { name: /(^|_)url$/, values: () => address },
  { name: /^(ends_at|featured_until)$/, values: () => timeBetween(4e9, 5e9) },
  // Nobody speaks in the future.
  { name: /^(starts_at|posted_at)$/, values: () => timeBetween(1.6e9, 1.75e9) },
  { name: /(_at|_from)$/, values: () => timeBetween(1.6e9, 3e9) },
  { name: /^type$/, values: () => fc.constantFrom("major", "minor") },
  { name: /email(_address|_from_address)?$/, values: () => email },
  {
    name: /^time_zone$/,
    values: () => fc.constantFrom("Europe/Berlin", "Etc/UTC", "America/New_York"),
  },
  { name: /color(1|2)?$/, values: () => fc.stringMatching(/^[0-9a-fA-F]{6}$/) },
  { name: /^header_bg_color\d$/, values: () => fc.stringMatching(/^[0-9a-fA-F]{6}$/) },
  {
    name: /^restricted_ips$/,
    values: () => fc.constantFrom("192.0.2.1", "192.0.2.0/24,2001:db8::/32"),
  },
  { name: /^service_ids$/, values: ({ service_id }) => fc.constant([service_id]) },
  { name: /^incident_id$/, values: ({ incident_id }) => fc.constant(incident_id) },
  { name: /^service_id$/, values: ({ service_id }) => fc.constant(service_id) },
  { name: /^integration_id$/, values: ({ integration_id }) => fc.constant(integration_id) },
  {
    name: /^subscription_group_ids$/,
    values: ({ subscription_group_id }) => fc.constant([subscription_group_id]),
  },
  { name: /^(notification_recipients|users_status_pages)$/, values: () => fc.constant([]) },
  { name: /^parent_id$/, values: () => fc.constant(null) },
  { name: /^incident_types$/, values: () => fc.subarray(["major", "minor", "scheduled"]) },
  {
    name: /^events$/,
    values: () => fc.subarray(["incident.created", "incident.updated"], { minLength: 1 }),
  },
  {
    name: /^metadata$|^theme_configs$/,
    values: () =>
      fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), fc.jsonValue({ maxDepth: 1 }), {
        minKeys: 1,
      }),
  },
  { name: /^(locale|default_language)$/, values: () => fc.constantFrom("en", "de") },
  { name: /^(date|time)_format$/, values: () => fc.constantFrom("%d.%m.%Y", "%-I:%M %p") },
  { name: /^sms_dial_codes$/, values: () => fc.constantFrom("49", "+49, 43", "") },
  { name: /^languages$/, values: () => fc.subarray(["en", "de", "pt-BR"]) },
  { name: /^(country_dial_code|phone_number)$/, values: () => fc.constantFrom("49", "1511234567") },
  { name: /_minutes$/, values: () => fc.integer({ min: 5, max: 40_320 }) },
  {
    name: /^domain$/,
    values: () => fc.integer({ min: 1 }).map((number) => `status-${number}.example.com`),
  },
  { name: /^(jsonpath|identity)$/, values: () => fc.constantFrom("$.status", "$.checks[0].state") },
  { name: /^method$/, values: () => fc.constantFrom("GET", "post") },
  {
    name: /^headers$/,
    values: () =>
      fc.array(
        fc.record({ key: fc.constant("X-Probe"), value: fc.stringMatching(/^[ -~]{0,9}$/) }),
        { maxLength: 3 },
      ),
  },
];

function byType(schema: Schema, ids: Ids): fc.Arbitrary<unknown> {
  const chosen = (schema.enum ?? (schema.const === undefined ? [] : [schema.const])).filter(
    (value) => value !== "" && value !== 0,
  );
  if (chosen.length > 0) return fc.constantFrom(...chosen);
  const type = Array.isArray(schema.type) ? schema.type.find((one) => one !== "null") : schema.type;
  if (type === "boolean") return fc.boolean();
  if (type === "integer")
    return fc.integer({
      min: Math.max(schema.minimum ?? 0, 1),
      max: Math.min(schema.maximum ?? 1_000, 1_000),
    });
  if (type === "number")
    return fc.double({ min: -1e6, max: 1e6, noNaN: true }).map((value) => value + 0);
  if (type === "array") return fc.array(valuesOf("", schema.items, ids), { maxLength: 3 });
  if (type !== "object") return text;
  if (!schema.properties)
    return fc.dictionary(fc.constantFrom(...languages), translation(schema, ids), { minKeys: 1 });
  const fields = Object.entries(schema.properties).map(
    ([name, inner]) => [name, valuesOf(name, inner, ids)] as const,
  );
  return fc.record(Object.fromEntries(fields), { noNullPrototype: true });
}

function translation(
  { additionalProperties }: Schema & { additionalProperties?: Schema },
  ids: Ids,
): fc.Arbitrary<unknown> {
  return additionalProperties ? valuesOf("", additionalProperties, ids) : text;
}

/** Values that a field should accept, none of them the zero value of its type. */
export function valuesOf(
  name: string,
  schema: Schema | undefined,
  ids: Ids,
): fc.Arbitrary<unknown> {
  const named = BY_NAME.find((arbitrary) => arbitrary.name.test(name));
  if (named && !variants(schema).some((variant) => variant.enum)) return named.values(ids);
  return fc.oneof(...variants(schema).map((variant) => byType(variant, ids)));
}

/** All the words of a field that takes one of a few, without the zero value. */
export function wordsOf(schema: Schema | undefined): unknown[] {
  return variants(schema)
    .flatMap((variant) => variant.enum ?? [])
    .filter((word) => word !== "" && word !== 0);
}

/**
 * What clients send for a field that they do not set: `""`, 0, false, `{}`, or null, which it is
 * for lists.
 */
export function zeroOf(schema: Schema | undefined): unknown {
  const [first] = variants(schema);
  const type = Array.isArray(first?.type) ? first.type.find((one) => one !== "null") : first?.type;
  const zeros: Record<string, unknown> = {
    boolean: false,
    integer: 0,
    number: 0,
    array: null,
    object: {},
  };
  if (typeof (first?.enum?.at(-1) ?? first?.const) === "number") return 0;
  return type !== undefined && type in zeros ? zeros[type] : "";
}
