import { expect, test } from "@playwright/test";
import { AREAS, type AreaName, fieldsOf } from "#app/(admin)/pages/[subdomain]/settings/_fields.ts";
import { settingsIn } from "#app/(admin)/pages/[subdomain]/settings/_read.ts";
import { withChanges } from "#lib/pages/read.ts";
import { parseSettings, UpdateStatusPage } from "#lib/pages/schema.ts";
import { ADMIN_LOCALES, translator } from "#lib/platform/i18n/translator.ts";
import { appearanceReport } from "#lib/site/contrast-report.ts";

const areas = Object.keys(AREAS) as AreaName[];
const fields = areas.flatMap(fieldsOf);

/** What has no control of its own, and why. */
const ELSEWHERE: Record<string, string> = {
  domain: "the older way to ask for domain_config",
  custom_domain_enabled: "the older way to ask for domain_config",
  draft: "a button of the danger zone",
};

test("every field of a status page has one control, on one of four screens", () => {
  const names = fields.map(({ name }) => name.split(".")[0] ?? name);
  const controls = [...new Set(names)].sort();
  const settings = Object.keys(UpdateStatusPage.shape).filter((name) => !(name in ELSEWHERE));
  expect(controls).toEqual(settings.sort());
  const twice = fields.filter(({ name }, at) => fields.findIndex((one) => one.name === name) < at);
  expect(twice).toEqual([]);
});

for (const locale of ADMIN_LOCALES) {
  test(`each has a name, a line that explains it and words for its choices in ${locale}`, () => {
    const t = translator(locale);
    const keys = areas.flatMap((area) => [
      ...Object.keys(AREAS[area]).flatMap((section) =>
        ["title", "text"].map((text) => `${area}.sections.${section}.${text}`),
      ),
      ...fieldsOf(area).flatMap((field) => {
        const key = `${area}.fields.${field.name.replace(".", "_")}`;
        const options = field.kind === "select" ? field.options : [];
        const words = options.map((value) => `${key}.options.${value || "none"}`);
        return [`${key}.label`, `${key}.hint`, ...words];
      }),
    ]);
    expect(keys.filter((key) => !t.has(key as Parameters<typeof t>[0]))).toEqual([]);
  });
}

function sent(...entries: [string, string][]): FormData {
  const form = new FormData();
  for (const [name, value] of entries) form.append(name, value);
  return form;
}

test("a form changes the settings that it has, and of objects what it shows", () => {
  const form = sent(
    ["link_color", "#0b4a8f"],
    ["noindex", "false"],
    ["noindex", "true"],
    ["history_limit_days", ""],
    ["uptime_graph_days", "30"],
    ["theme_configs", '{"radius":"none","own":1}'],
    ["theme_configs.radius", ""],
    ["theme_configs.font", "serif"],
    ["translations", '{"de":{"public_company_name":"Alt"},"fr":{"header_logo_text":"F"}}'],
    ["translations.de.public_company_name", "Neu"],
    ["draft", "true"],
  );
  expect(settingsIn(form)).toEqual({
    link_color: "0b4a8f",
    noindex: true,
    history_limit_days: null,
    uptime_graph_days: 30,
    theme_configs: { own: 1, font: "serif" },
    translations: { de: { public_company_name: "Neu" }, fr: { header_logo_text: "F" } },
  });
});

test("an object that is none is not read, and nothing outside of it is written", () => {
  expect(settingsIn(sent(["theme_configs", "{"]))).toEqual({});
  for (const whole of ["7", "[]", "null", "{}"])
    settingsIn(sent(["translations", whole], ["translations.__proto__.x", "1"]));
  for (const value of [{}, 7, []]) expect("x" in Object(value)).toBe(false);
});

test("a preview takes what is valid of what is typed, and leaves the rest as it was", () => {
  const saved = parseSettings({});
  const chosen = { link_color: "12", status_ok_color: "123456", logo: { file: "x" }, made_up: 1 };
  expect(withChanges(saved, chosen)).toEqual({ ...saved, status_ok_color: "123456" });
});

test("contrast is told of the colour as chosen and as shown, which can always be read", () => {
  const { contrast: told } = appearanceReport({ ...parseSettings({}), link_color: "ffff00" });
  const link = told.find(({ name, scheme }) => name === "link_color" && scheme === "light");
  expect(link).toMatchObject({ chosen: "#ffff00", is_good: false });
  expect(link?.ratio).toBeCloseTo(1.07, 2);
  for (const { shown_ratio } of told) expect(shown_ratio).toBeGreaterThanOrEqual(4.5);
});

test("the swatch of a color is what the page shows: no header color nor band by default", () => {
  const { shown } = appearanceReport(parseSettings({}));
  expect(shown.header_bg_color1).toEqual({ light: "#ffffff", dark: "#12161b" });
  expect(shown.header_fg_color).toEqual({ light: "#14181d", dark: "#e8ebee" });
  expect(shown.incident_header_color).toEqual({ light: null, dark: null });
  const chosen = { ...parseSettings({}), link_color: "ffff00", header_bg_color1: "0b4a8f" };
  const own = appearanceReport(chosen).shown;
  expect(own.header_bg_color2).toEqual({ light: "#0b4a8f", dark: "#0b4a8f" });
  expect(own.link_color?.light).not.toBe("#ffff00");
});
