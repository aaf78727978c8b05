import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { z } from "zod";
import { color, optionalCheckAddress, url } from "#lib/core/fields/address.ts";
import { translations } from "#lib/core/fields/json.ts";
import { requiring } from "#lib/core/fields/schema.ts";
import { optionalText, text } from "#lib/core/fields/text.ts";
import { datetime } from "#lib/core/fields/time.ts";
import { parseInput } from "#lib/core/fields/validation.ts";
import { choice, flag, ids, optionalId } from "#lib/core/fields/value.ts";
import { AppError } from "#lib/platform/errors/errors.ts";

const Shape = z.object({
  title: text(10),
  about: optionalText(10),
  kind: choice(["a", "b"]),
  when: datetime(),
  link: url(),
  link_or_null: optionalCheckAddress(),
  tint: color(),
  on: flag(),
  parent: optionalId(),
  list: ids(),
});

function isDay(day: Temporal.PlainDateLike): boolean {
  try {
    return Boolean(Temporal.PlainDate.from(day, { overflow: "reject" }));
  } catch {
    return false;
  }
}

function refusedFields(schema: z.ZodType, input: unknown) {
  try {
    parseInput(schema, input);
  } catch (error) {
    if (error instanceof AppError) return error.fields;
  }
  return null;
}

test("zero values mean not given, or null where a field may be null", () => {
  const zero = {
    title: "",
    about: "",
    kind: "",
    when: "",
    link: "",
    link_or_null: "",
    tint: "",
    on: null,
    parent: 0,
    list: null,
  };
  expect(parseInput(Shape, zero)).toEqual({ about: null, link_or_null: null, parent: null });
  expect(parseInput(Shape, {})).toEqual({});
});

test("texts are echoed as given: neither trimmed nor changed in case", () => {
  expect(parseInput(Shape, { title: " Ab  ", tint: "aAbBcC" })).toEqual({
    title: " Ab  ",
    tint: "aAbBcC",
  });
});

test("a create names every field that is missing, null or empty", () => {
  const Create = requiring(Shape, ["title", "when"]);
  expect(refusedFields(Create, { title: "", when: null })).toEqual({
    title: [{ code: "blank" }],
    when: [{ code: "blank" }],
  });
});

test("text that PostgreSQL or UTF-8 cannot hold is refused", () => {
  for (const title of ["a\0b", "\ud800"])
    expect(refusedFields(Shape, { title })).toMatchObject({ title: [{ code: "bad_characters" }] });
});

test("moments with an offset become UTC; what is no moment is refused", () => {
  expect(parseInput(Shape, { when: "2026-03-29T02:30:00+01:00" })).toEqual({
    when: "2026-03-29T01:30:00",
  });
  expect(parseInput(Shape, { when: "2026-03-29T02:30:00.123Z" })).toEqual({
    when: "2026-03-29T02:30:00",
  });
  for (const when of [
    "tomorrow",
    "2026-13-01T00:00:00",
    "2026-02-30T00:00:00",
    "12",
    "2026-01-01",
  ]) {
    expect(refusedFields(Shape, { when }), when).toMatchObject({
      when: [{ code: "bad_datetime" }],
    });
  }
});

test("the days of moments are those of the calendar, from 1900 to 8999", () => {
  const digits = (max: number) => fc.integer({ min: 0, max });
  const days = fc.tuple(digits(9_999), digits(13), digits(32));
  const check = ([year, month, day]: [number, number, number]) => {
    const padded = (number: number, length: number) => String(number).padStart(length, "0");
    const when = `${padded(year, 4)}-${padded(month, 2)}-${padded(day, 2)}T12:00:00`;
    const exists = month > 0 && day > 0 && isDay({ year, month, day });
    const expected = exists && year >= 1_900 && year < 9_000;
    expect([when, refusedFields(Shape, { when }) === null]).toEqual([when, expected]);
  };
  fc.assert(fc.property(days, check), { numRuns: 2_000 });
  const ends = fc.constantFrom<[number, number][]>([2, 28], [2, 29], [2, 30], [4, 31], [12, 31]);
  const edges = fc.tuple(digits(9_999), ends).map(([year, [month, day]]) => [year, month, day]);
  fc.assert(fc.property(edges as typeof days, check), { numRuns: 2_000 });
});

test("lengths count characters, not UTF-16 units", () => {
  expect(refusedFields(Shape, { title: "🙂".repeat(10) })).toBeNull();
  expect(refusedFields(Shape, { title: "🙂".repeat(11) })).toMatchObject({
    title: [{ code: "too_long", values: { max: 10 } }],
  });
});

test("translations are keyed by languages as clients write them: de, pt-BR, pt_BR", () => {
  const Translated = z.object({ translations: translations({ title: 10 }) });
  const given = {
    translations: { de: { title: "Ü" }, "pt-BR": { title: "" }, pt_BR: { title: null } },
  };
  expect(parseInput(Translated, given)).toEqual(given);
  for (const code of ["no language", "d", "de-12", "x-klingon"])
    expect(refusedFields(Translated, { translations: { [code]: {} } }), code).toEqual({
      [`translations.${code}`]: [{ code: "bad_language" }],
    });
});

test("a record has 50 languages at most, and 128 KiB of translations", () => {
  const Translated = z.object({ translations: translations({ text: 65_536 }) });
  const languages = (count: number, length: number) => {
    const codes = Array.from({ length: count }, (_, index) => `aa-${100 + index}`);
    const text = "x".repeat(length);
    return { translations: Object.fromEntries(codes.map((code) => [code, { text }])) };
  };
  expect(refusedFields(Translated, languages(50, 1_000))).toBeNull();
  expect(refusedFields(Translated, languages(51, 1))).toEqual({
    translations: [{ code: "too_many", values: { max: 50 } }],
  });
  expect(refusedFields(Translated, languages(3, 50_000))).toEqual({
    translations: [{ code: "too_long", values: { max: 131_072 } }],
  });
});

test("only http and https addresses are web addresses", () => {
  for (const link of ["javascript:alert(1)", "ftp://a.b", "https:", "//a.b", "a.b"]) {
    expect(refusedFields(Shape, { link }), link).toMatchObject({ link: [{ code: "bad_url" }] });
  }
  expect(parseInput(Shape, { link: "HTTPS://Example.com/A" })).toEqual({
    link: "HTTPS://Example.com/A",
  });
});

test("hosts of web addresses are names, in any script, and IP addresses", () => {
  for (const host of [
    "a",
    "my_service:8080",
    "3scale.internal",
    "3scale",
    "ü.de",
    "💩.la",
    "例え.テスト",
    "example.com.",
    "93.184.215.14:65535",
    "[2001:db8::1]",
    "user:secret@example.com",
  ]) {
    const link = `https://${host}/a?b#c`;
    expect([link, refusedFields(Shape, { link })]).toEqual([link, null]);
  }
  for (const host of ["", ":80", "a b", "a,b", "a..b", "1.2.3", "256.1.1.1", "[::g]", "a:65536"]) {
    const link = `https://${host}/`;
    expect([link, refusedFields(Shape, { link })]).toMatchObject([
      link,
      { link: [{ code: "bad_url" }] },
    ]);
  }
});
