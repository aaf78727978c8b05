import { expect, test } from "@playwright/test";
import { refusal } from "#lib/core/forms/errors.ts";
import { momentIn, numbersIn, textIn, valuesOf } from "#lib/core/forms/read.ts";
import { failureOf } from "#lib/core/forms/state.ts";
import { AppError, invalid, notFound } from "#lib/platform/errors/errors.ts";
import { sentenceCase, translator } from "#lib/platform/i18n/translator.ts";
import { log } from "#lib/platform/log.ts";

const en = translator("en");
test.beforeAll(() => {
  log().level = "silent";
});
const de = translator("de");

function form(fields: [string, string][]): FormData {
  const data = new FormData();
  for (const [name, value] of fields) data.append(name, value);
  return data;
}

test("field errors become sentences in the user's language", () => {
  const error = invalid({
    title: [{ code: "blank" }],
    "updates.0.description": [{ code: "too_long", values: { max: 65_536 } }],
  });
  expect(refusal(error, en, "r1")).toEqual({
    fields: {
      title: "This field is required.",
      "updates.0.description": "Use at most 65,536 characters.",
    },
    message: "2 fields need your attention.",
  });
  expect(refusal(error, de, "r1").fields["updates.0.description"]).toBe(
    "Höchstens 65.536 Zeichen.",
  );
});

test("visitors are told in their own language, too, and nothing of the program", () => {
  const fr = translator("fr");
  const error = invalid({ email: [{ code: "bad_email" }] });
  expect(refusal(error, fr, "r1", "visitors").message).toBe("Vérifiez les champs signalés.");
  for (const thrown of [notFound(), new Error("a secret")])
    expect(refusal(thrown, fr, "r1", "visitors")).toEqual({
      fields: {},
      message: "Cela n’a pas fonctionné. Réessayez dans un instant.",
    });
});

test("a code without a sentence of its own is said as the API says it", () => {
  expect(refusal(invalid({ type: [{ code: "taken" }] }), en, "r1").fields.type).toBe(
    "Has already been taken",
  );
});

test("a sentence begins with a capital as its language writes it", () => {
  expect(sentenceCase("izin yok", translator("tr"))).toBe("İzin yok");
  expect(sentenceCase("être", translator("fr"))).toBe("Être");
  expect(sentenceCase("", en)).toBe("");
});

test("what is wrong with the whole record stands above the form", () => {
  const { fields, message } = refusal(
    invalid({ base: [{ code: "locked_by_maintenance" }] }),
    en,
    "r1",
  );
  expect(fields).toEqual({});
  expect(message).toContain("while maintenance is in progress");
});

test("what is forbidden or gone says that nothing changed", () => {
  expect(refusal(new AppError("forbidden", "internal wording"), en, "r1").message).toBe(
    "Your role does not allow this. Nothing was changed.",
  );
  expect(refusal(notFound(), en, "r1").message).toContain("no longer exists");
});

test("every refusal of ours has its sentence, for operators and for visitors", () => {
  const message = (error: Error, readers: "operators" | "visitors" = "operators") =>
    refusal(error, en, "r1", readers).message;
  const failed = en("subscribe.errors.failed");
  const conflict = en("admin_kit.conflict.title");
  for (const [code, expected] of [
    ["unavailable", en("admin.errors.answers.busy")],
    ["precondition_failed", conflict],
    ["conflict", conflict],
    ["forbidden", en("admin.errors.forbidden")],
    ["not_found", en("admin.errors.not_found")],
    ["bad_request", en("admin.errors.failed", { request_id: "r1" })],
  ] as const) {
    expect(message(new AppError(code, "internal")), code).toBe(expected);
    expect(message(new AppError(code, "internal"), "visitors"), code).toBe(failed);
  }
  const limited = new AppError("rate_limited", "internal", { base: [{ code: "taken" }] });
  for (const readers of ["operators", "visitors"] as const)
    expect(message(limited, readers)).toBe("Has already been taken");
  expect(message(new Error("bug"), "visitors")).toBe(failed);
});

test("what a browser could not send or read is told by its status", () => {
  const failures: [error: unknown, key: string][] = [
    [{ message: "403" }, "answers.refused"],
    [{ message: "404" }, "answers.gone"],
    [{ message: "408" }, "answers.slow"],
    [{ message: "413" }, "answers.too_large"],
    [{ message: "429" }, "answers.too_often"],
    [{ message: "503" }, "answers.busy"],
    [{ message: "418" }, "answers.failed"],
    [{ message: "4033" }, "unreachable"],
    [{ message: "x403" }, "unreachable"],
    [{ message: "Failed to fetch" }, "unreachable"],
    [{ message: "403", digest: "1" }, "answers.failed"],
    [{ message: "An unexpected response was received from the server." }, "answers.not_ours"],
    [null, "unreachable"],
  ];
  for (const [error, key] of failures) expect(failureOf(error)).toBe(key);
});

test("an error of the program tells only where the log speaks of it", () => {
  const { message } = refusal(new Error("column users.secret does not exist"), en, "r1");
  expect(message).toContain("r1");
  expect(message).not.toContain("secret");
});

test("an unreachable database is said to be one", () => {
  expect(
    refusal(Object.assign(new Error("connect"), { code: "ECONNREFUSED" }), en, "r1").message,
  ).toContain("database cannot be reached");
});

const SKIPPED = { code: "skipped_hour", values: { zone: "Europe/Berlin" } };

test("typed times mean the form's zone, whatever the season; a skipped hour is said to be one", () => {
  const typed = (local: string) =>
    momentIn(
      form([
        ["starts_at", local],
        ["time_zone", "Europe/Berlin"],
      ]),
      "starts_at",
    );
  expect(typed("2026-01-15T12:00")).toBe("2026-01-15T11:00:00");
  expect(typed("2026-07-15T12:00:30")).toBe("2026-07-15T10:00:30");
  expect(() => typed("2026-03-29T02:30")).toThrow(
    expect.objectContaining({ fields: { "starts_at.typed": [SKIPPED] } }),
  );
  expect(typed("")).toBeUndefined();
  expect(typed("tomorrow")).toBe("tomorrow");
});

test("texts keep their lines, lists their numbers, and a password is never handed back", () => {
  const data = form([
    ["text", "a\r\nb"],
    ["service_ids", "1"],
    ["service_ids", "x"],
    ["password", "secret"],
    ["$ACTION_KEY", "k"],
  ]);
  expect(textIn(data, "text")).toBe("a\nb");
  expect(numbersIn(data, "service_ids")).toEqual([1, Number.NaN]);
  expect(valuesOf(data)).toEqual({ text: ["a\r\nb"], service_ids: ["1", "x"] });
});
