import { expect, test } from "@playwright/test";
import { momentsOf } from "#lib/core/forms/local-time.ts";
import {
  addressIn,
  colorIn,
  domainsIn,
  fieldsIn,
  flagIn,
  formIn,
  hostIn,
  idsIn,
  listIn,
  momentIn,
  numberIn,
  pairsIn,
  secretIn,
  textIn,
  translationsIn,
  valuesOf,
} from "#lib/core/forms/read.ts";

function formOf(entries: [string, string][]): FormData {
  const form = new FormData();
  for (const [name, value] of entries) form.append(name, value);
  return form;
}

test("a form gives the fields that it has, each as what it is, and no others", () => {
  const form = formOf([
    ["name", "Shop"],
    ["parent_id", "7"],
    ["private", "false"],
    ["private", "true"],
    ["auto_notify", "false"],
    ["service_ids", ""],
    ["service_ids", "3"],
    ["hosts", ""],
    ["hosts", "a.example"],
    ["options.method", "GET"],
    ["options.headers.accept", "text/html"],
  ]);
  const readers = {
    name: textIn,
    description: textIn,
    parent_id: numberIn,
    private: flagIn,
    auto_notify: flagIn,
    auto_incident: flagIn,
    service_ids: idsIn,
    hosts: listIn,
    "options.method": textIn,
    "options.headers.accept": textIn,
  };
  expect(fieldsIn(form, readers)).toEqual({
    name: "Shop",
    parent_id: 7,
    private: true,
    auto_notify: false,
    service_ids: [3],
    hosts: ["a.example"],
    options: { method: "GET", headers: { accept: "text/html" } },
  });
});

test("a number that is none is left for the schema to refuse, an empty one is null", () => {
  expect(numberIn(formOf([["order", "many"]]), "order")).toBe("many");
  expect(numberIn(formOf([["order", " "]]), "order")).toBeNull();
  expect(numberIn(formOf([["order", " 07 "]]), "order")).toBe(7);
  expect(numberIn(formOf([]), "order")).toBeNull();
});

test("each kind of field is read as what it is", () => {
  const file = new FormData();
  file.set("text", new File(["x"], "x"));
  file.set("list", new File(["x"], "x"));
  expect([textIn(file, "text"), listIn(file, "list"), valuesOf(file)]).toEqual([undefined, [], {}]);
  expect(textIn(formOf([["text", "a\rb\r\nc\0"]]), "text")).toBe("a\nb\nc");
  expect(formIn("no form").get("a")).toBeNull();
  expect(formIn(formOf([["a", "1"]])).get("a")).toBe("1");
  const colors = [" #aa0000 ", "aa0000", "a#b"];
  expect(colors.map((color) => colorIn(formOf([["color", color]]), "color"))).toEqual([
    ...["aa0000", "aa0000", "a#b"],
  ]);
  expect(
    flagIn(
      formOf([
        ["on", "true"],
        ["on", "false"],
      ]),
      "on",
    ),
  ).toBe(false);
  expect(
    listIn(
      formOf([
        ["list", " "],
        ["list", "a"],
      ]),
      "list",
    ),
  ).toEqual(["a"]);
  expect(momentIn(formOf([["at", "2026-01-15T12:00"]]), "at")).toBe("2026-01-15T12:00:00");
});

test("an hour that comes twice is the one that is chosen, or was shown; else it is asked for", () => {
  const at = (local: string, more: [string, string][] = []) =>
    momentIn(formOf([["time_zone", "Europe/Berlin"], ["at", local], ...more]), "at");
  const shown: [string, string] = ["at.shown", "2026-10-25T02:30 2026-10-25T01:30:00"];
  const hour = (moment: string): [string, string] => ["at.hour", moment];
  expect(at("2026-10-25T02:30", [shown])).toBe("2026-10-25T01:30:00");
  expect(at("2026-10-25T02:30", [shown, hour("")])).toBe("2026-10-25T01:30:00");
  for (const moment of ["2026-10-25T00:30:00", "2026-10-25T01:30:00"])
    expect(at("2026-10-25T02:30", [shown, hour(moment)])).toBe(moment);
  const values = { zone: "Europe/Berlin" };
  const asked = { fields: { "at.typed": [{ code: "repeated_hour", values }] } };
  for (const more of [[], [hour("2026-10-25T01:31:00")], [hour("tomorrow")]])
    expect(() => at("2026-10-25T02:30", more as [string, string][])).toThrow(
      expect.objectContaining(asked),
    );
  expect(at("", [shown])).toBeUndefined();
});

test("a time of the clocks is one moment, two where it comes twice, none where it is skipped", () => {
  const cases: [local: string, zone: string, moments: string[] | null][] = [
    ["2026-01-15T12:00", "Europe/Berlin", ["2026-01-15T11:00:00"]],
    ["2026-07-15T12:00:30", "Europe/Berlin", ["2026-07-15T10:00:30"]],
    ["2026-03-29T01:59", "Europe/Berlin", ["2026-03-29T00:59:00"]],
    ["2026-03-29T02:00", "Europe/Berlin", []],
    ["2026-03-29T02:59:59", "Europe/Berlin", []],
    ["2026-03-29T03:00", "Europe/Berlin", ["2026-03-29T01:00:00"]],
    ["2026-10-25T02:00", "Europe/Berlin", ["2026-10-25T00:00:00", "2026-10-25T01:00:00"]],
    ["2026-10-25T03:00", "Europe/Berlin", ["2026-10-25T02:00:00"]],
    ["2026-04-05T01:45", "Australia/Lord_Howe", ["2026-04-04T14:45:00", "2026-04-04T15:15:00"]],
    ["2026-10-04T02:15", "Australia/Lord_Howe", []],
    ["2011-12-30T12:00", "Pacific/Apia", []],
    ["2026-11-20T14:02", "Asia/Kathmandu", ["2026-11-20T08:17:00"]],
    ["2026-02-30T10:00", "UTC", null],
    ["tomorrow", "UTC", null],
    ["", "UTC", null],
    ["2026-11-20T14:02", "Mars/Base", null],
  ];
  for (const [local, zone, moments] of cases)
    expect(momentsOf(local, zone), `${local} ${zone}`).toEqual(moments);
});

test("what is pasted with an address is left out of it", () => {
  const cases: [read: typeof hostIn, typed: string, read: string][] = [
    [addressIn, "\u00a0 https://example.com/a?b=c#d\u200b\n", "https://example.com/a?b=c#d"],
    [addressIn, "<https://example.com/>", "https://example.com/"],
    [addressIn, "mailto:Ada@example.com ", "Ada@example.com"],
    [addressIn, "\u202a+49 170 1234567\u202c", "+49 170 1234567"],
    [addressIn, "ada\ufeff@example.com", "ada@example.com"],
    [addressIn, "tcp://example.com:5432", "tcp://example.com:5432"],
    [addressIn, " ", ""],
    [hostIn, "https://status.x.example/", "status.x.example"],
    [hostIn, "HTTP://Status.x.example/a?b#c", "Status.x.example"],
    [hostIn, " status.x.example. ", "status.x.example"],
    [hostIn, "status\u200b.x.example\u2060", "status.x.example"],
    [hostIn, "https://status.x.example./", "status.x.example"],
    [hostIn, "not a host", "not a host"],
    [hostIn, "", ""],
    [
      domainsIn,
      "@a.example\r\n https://b.example/ \nc.example.",
      "a.example\nb.example\nc.example",
    ],
  ];
  for (const [read, typed, expected] of cases)
    expect(read(formOf([["at", typed]]), "at"), JSON.stringify(typed)).toBe(expected);
  for (const read of [addressIn, hostIn, domainsIn]) expect(read(formOf([]), "at")).toBeUndefined();
});

test("pairs are read in order, an empty one is none", () => {
  const pairs = formOf([
    ...[
      ["h.key", "a"],
      ["h.value", "1"],
      ["h.key", ""],
      ["h.value", ""],
    ],
    ...[
      ["h.key", ""],
      ["h.value", "2"],
      ["h.key", "c"],
    ],
  ] as [string, string][]);
  expect(pairsIn(pairs, "h")).toEqual([
    { key: "a", value: "1" },
    { key: "", value: "2" },
    { key: "c", value: "" },
  ]);
});

test("translations are read by language and field, blank ones are none", () => {
  const form = formOf([
    ["translations.de.title", " Titel "],
    ["translations.de.text", "Text"],
    ["translations.fr.title", " "],
    ["translationsx.fr.title", "x"],
  ]);
  expect(translationsIn(form)).toEqual({ de: { title: "Titel", text: "Text" } });
  expect(translationsIn(form, "translationsx")).toEqual({ fr: { title: "x" } });
  expect(translationsIn(formOf([["title", "x"]]))).toBeUndefined();
  expect(translationsIn(formOf([["translations.de.title", ""]]))).toEqual({});
});

test("passwords and codes are not handed back, fields of like names are", () => {
  const form = formOf([
    ...[
      ["new_password", "x"],
      ["code", "123456"],
      ["code_a", "1"],
      ["$ACTION", "x"],
    ],
  ] as [string, string][]);
  expect(valuesOf(form)).toEqual({ code_a: ["1"] });
});

test("a field that gives nothing is left out", () => {
  expect(fieldsIn(formOf([["at", ""]]), { at: momentIn })).toEqual({});
});

test("a secret stays unless something is typed or its removal asked for, and is never repeated", () => {
  const untouched = formOf([
    ["token", ""],
    ["token.secret", ""],
  ]);
  expect(fieldsIn(untouched, { token: secretIn })).toEqual({});
  const typed = formOf([
    ["token", "s3cret"],
    ["token.secret", ""],
    ["name", "Hook"],
  ]);
  expect(fieldsIn(typed, { token: secretIn })).toEqual({ token: "s3cret" });
  expect(valuesOf(typed)).toEqual({ "token.secret": [""], name: ["Hook"] });
  typed.set("token.remove", "1");
  expect(fieldsIn(typed, { token: secretIn })).toEqual({ token: null });
});
