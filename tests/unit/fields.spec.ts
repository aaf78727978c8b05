import { expect, test } from "@playwright/test";
import { z } from "zod";
import { AppError } from "#lib/errors.ts";
import { color, optionalUrl, url } from "#lib/fields/address.ts";
import { translations } from "#lib/fields/json.ts";
import { requiring } from "#lib/fields/required.ts";
import { optionalText, text } from "#lib/fields/text.ts";
import { datetime } from "#lib/fields/time.ts";
import { choice, flag, ids, optionalId } from "#lib/fields/value.ts";
import { parseInput } from "#lib/validation.ts";

const Shape = z.object({
  title: text(10),
  about: optionalText(10),
  kind: choice(["a", "b"]),
  when: datetime(),
  link: url(),
  link_or_null: optionalUrl(),
  tint: color(),
  on: flag(),
  parent: optionalId(),
  list: ids(),
});

function refusedFields(schema: z.ZodType, input: unknown) {
  try {
    parseInput(schema, input);
  } catch (error) {
    if (error instanceof AppError) return error.fields;
  }
  return null;
}

test("zero values mean not given, or null where a field may be null", () => {
  const zero = { title: "", about: "", kind: "", when: "", link: "", link_or_null: "", tint: "", on: null, parent: 0, list: null };
  expect(parseInput(Shape, zero)).toEqual({ about: null, link_or_null: null, parent: null });
  expect(parseInput(Shape, {})).toEqual({});
});

test("texts are echoed as given: neither trimmed nor changed in case", () => {
  expect(parseInput(Shape, { title: " Ab  ", tint: "aAbBcC" })).toEqual({ title: " Ab  ", tint: "aAbBcC" });
});

test("a create names every field that is missing, null or empty", () => {
  const Create = requiring(Shape, ["title", "when"]);
  expect(refusedFields(Create, { title: "", when: null })).toEqual({ title: [{ code: "blank" }], when: [{ code: "blank" }] });
});

test("text that PostgreSQL or UTF-8 cannot hold is refused", () => {
  for (const title of ["a\0b", "\ud800"]) expect(refusedFields(Shape, { title })).toMatchObject({ title: [{ code: "bad_characters" }] });
});

test("moments with an offset become UTC; what is no moment is refused", () => {
  expect(parseInput(Shape, { when: "2026-03-29T02:30:00+01:00" })).toEqual({ when: "2026-03-29T01:30:00" });
  expect(parseInput(Shape, { when: "2026-03-29T02:30:00.123Z" })).toEqual({ when: "2026-03-29T02:30:00" });
  for (const when of ["tomorrow", "2026-13-01T00:00:00", "2026-02-30T00:00:00", "12", "2026-01-01"]) {
    expect(refusedFields(Shape, { when }), when).toMatchObject({ when: [{ code: "bad_datetime" }] });
  }
});

test("translations are keyed by languages as clients write them: de, pt-BR, pt_BR", () => {
  const Translated = z.object({ translations: translations({ title: 10 }) });
  const given = { translations: { de: { title: "Ü" }, "pt-BR": { title: "" }, pt_BR: { title: null } } };
  expect(parseInput(Translated, given)).toEqual(given);
  expect(refusedFields(Translated, { translations: { "no language": {} } })).not.toBeNull();
});

test("only http and https addresses are web addresses", () => {
  for (const link of ["javascript:alert(1)", "ftp://a.b", "https:", "//a.b", "a.b"]) {
    expect(refusedFields(Shape, { link }), link).toMatchObject({ link: [{ code: "bad_url" }] });
  }
  expect(parseInput(Shape, { link: "HTTPS://Example.com/A" })).toEqual({ link: "HTTPS://Example.com/A" });
});
