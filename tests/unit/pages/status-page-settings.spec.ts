import { expect, test } from "@playwright/test";
import { changeDomain, NO_DOMAIN } from "#lib/pages/domain-config.ts";
import { parseSettings, StatusPage, UpdateStatusPage } from "#lib/pages/schema.ts";
import { firstFree, subdomainBase } from "#lib/pages/subdomain.ts";
import { AppError } from "#lib/platform/errors/errors.ts";
import { RECORDS } from "#tests/support/http/interface.ts";

const wanted = { provider: "cdn_a", domain: "status.example.com" } as const;
const configuring = changeDomain(NO_DOMAIN, wanted);
const active = { ...configuring, status: "active" as const };
const NO_RECORDS = {
  ...{ hostname_cname_name: "", hostname_cname_value: "", hostname_txt_name: "" },
  ...{ hostname_txt_value: "", certificate_txt_name: "", certificate_txt_value: "" },
};

test("settings that were never set have their documented defaults", () => {
  expect(parseSettings({})).toMatchObject({
    scheduled_maintenance_days: 7,
    minor_notification_hours: 6,
    major_notification_hours: 3,
    maintenance_notification_hours: 6,
    history_limit_days: 90,
    uptime_graph_days: 90,
    current_incidents_position: "above_services",
    theme_selected: "default",
    link_color: "0c91c3",
    status_ok_color: "48CBA5",
    incident_link_color: null,
    custom_css: null,
  });
});

test("exactly the documented switches are on by default", () => {
  const documented = RECORDS.find(({ name }) => name === "status_page")?.fields;
  const on = Object.entries(parseSettings({})).filter(
    ([name, value]) => value === true && documented?.includes(name),
  );
  expect(on.map(([name]) => name).sort()).toEqual([
    "calendar_enabled",
    "captcha_enabled",
    "chat_a_subscriptions_enabled",
    "chat_b_notifications_enabled",
    "chat_c_notifications_enabled",
    "chat_d_notifications_enabled",
    "chat_e_notifications_enabled",
    "chat_f_notifications_enabled",
    "display_calendar",
    "display_uptime_graph",
    "feed_enabled",
    "info_notices_enabled",
    "social_posting_enabled",
    "subscribers_enabled",
  ]);
});

test("every stored setting is answered", () => {
  expect(Object.keys(parseSettings({})).filter((name) => !(name in StatusPage.shape))).toEqual([]);
});

test("a requested domain starts to be configured, with empty validation records", () => {
  expect(configuring).toMatchObject({
    ...wanted,
    status: "configuring",
    previous_domain: null,
    error: null,
  });
  expect(configuring.validation_records?.certificate_txt_value).toBe("");
});

test("nothing given leaves the domain, sending the same again too", () => {
  for (const input of [undefined, null, {}, wanted])
    expect(changeDomain(active, input)).toBe(active);
});

test("a domain that failed is tried again when it is sent again", () => {
  const failed = { ...active, status: "failed_to_configure" as const, error: "no such record" };
  expect(changeDomain(failed, wanted)).toMatchObject({
    ...wanted,
    status: "configuring",
    error: null,
  });
});

test("an active domain that is replaced is remembered as the previous one", () => {
  expect(changeDomain(active, { domain: "new.example.com" })).toMatchObject({
    provider: "cdn_a",
    domain: "new.example.com",
    previous_domain: "status.example.com",
    status: "configuring",
  });
});

const NEW = "new.example.com";
const PREVIOUS: [
  status: StatusPage["domain_config"]["status"],
  isServing: boolean | undefined,
  to: string,
  previous: string | null,
][] = [
  ["active", undefined, NEW, "status.example.com"],
  ["active", false, NEW, "old.example.com"],
  ["active", undefined, "old.example.com", "status.example.com"],
  ["configuring", undefined, NEW, "old.example.com"],
  ["configuring", true, NEW, "status.example.com"],
  ["configuring", undefined, "old.example.com", null],
  ["failed_to_configure", undefined, "status.example.com", "old.example.com"],
  ["failed_to_configure", true, "status.example.com", null],
];

test("until a new domain is active, the one that shows the page goes on doing so", () => {
  for (const [status, isServing, domain, previous_domain] of PREVIOUS) {
    const current = { ...active, status, previous_domain: "old.example.com" };
    const after = changeDomain(current, { domain }, isServing);
    expect(after, `${status} ${domain}`).toMatchObject({ domain, previous_domain });
    expect(after).toMatchObject({ status: "configuring", validation_records: NO_RECORDS });
  }
  const { provider } = changeDomain(active, { provider: "cdn_b" });
  expect(provider).toBe("cdn_b");
});

test("both null removes the domain: disabled, the rest null", () => {
  expect(changeDomain(active, { provider: null, domain: null })).toEqual(NO_DOMAIN);
});

test("half a domain is refused, naming the half that is missing", () => {
  const refused = (input: { provider?: "cdn_a"; domain?: string }) => {
    try {
      return changeDomain(NO_DOMAIN, input);
    } catch (error) {
      return error instanceof AppError ? Object.keys(error.fields) : error;
    }
  };
  expect(refused({ provider: "cdn_a" })).toEqual(["domain_config.domain"]);
  expect(refused({ domain: "status.example.com" })).toEqual(["domain_config.provider"]);
});

test("a domain is lower-cased, read-only parts of it are ignored", () => {
  const { domain_config } = UpdateStatusPage.parse({
    domain_config: {
      provider: "cloudflare",
      domain: "Status.Example.COM",
      status: "active",
      validation_records: {},
      external_id: "",
    },
  });
  expect(domain_config).toEqual({ provider: "cloudflare", domain: "status.example.com" });
});

for (const domain of [
  "localhost",
  "http://x.de",
  "x..de",
  "-x.de",
  "x.de/a",
  "1.2.3.4",
  "a b.de",
]) {
  test(`"${domain}" is no domain`, () => {
    expect(UpdateStatusPage.safeParse({ domain_config: { domain } }).success).toBe(false);
  });
}

test("zero values of clients mean not given or nothing, never an error", () => {
  const input = UpdateStatusPage.parse({
    ...{
      name: "",
      url: "",
      time_zone: "",
      subdomain: "",
      link_color: "",
      theme_selected: "",
      current_incidents_position: "",
    },
    ...{ scheduled_maintenance_days: 0, uptime_graph_days: 0, history_limit_days: 0 },
    ...{
      restricted_ips: "",
      support_email: "",
      theme_configs: {},
      translations: {},
      domain_config: {},
      logo: "",
      organization_id: 0,
    },
  });
  const {
    history_limit_days,
    restricted_ips,
    support_email,
    theme_configs,
    translations,
    domain_config,
    ...notGiven
  } = input;
  expect({ history_limit_days, restricted_ips, theme_configs }).toEqual({
    history_limit_days: null,
    restricted_ips: null,
    theme_configs: null,
  });
  expect({ support_email, translations, domain_config }).toEqual({
    support_email: "",
    translations: {},
    domain_config: {},
  });
  expect(Object.values(notGiven).filter((value) => value !== undefined)).toEqual([]);
});

for (const [name, value] of Object.entries({
  subdomain: "Acme",
  time_zone: "+01:00",
  uptime_graph_days: 45,
  link_color: "#ffffff",
  restricted_ips: "10.0.0.0/8, nowhere",
  theme_configs: { deep: ["\ud800"] },
  custom_css: "a\0b",
  minor_notification_hours: -1,
  hide_watermark: "yes",
})) {
  test(`${name}: ${JSON.stringify(value)} is refused`, () => {
    const { error } = UpdateStatusPage.safeParse({ [name]: value });
    expect(error?.issues.map((issue) => issue.path[0])).toEqual([name]);
  });
}

test("a format of dates without a directive, or with one that nobody knows, is refused with an example", () => {
  const refused = (date_format: string) => {
    const { error } = UpdateStatusPage.safeParse({ date_format });
    return error?.issues.map(({ message, ...issue }) => [message, Object(issue).params?.values]);
  };
  const example = "%d.%m.%Y";
  for (const plain of ["DD.MM.YYYY", "100%%", "%%d", "today"])
    expect(refused(plain), plain).toEqual([["no_directive", { example }]]);
  for (const [format, directive] of [
    ["%Y-%Q", "%Q"],
    ["%d.%", "%"],
    ["%-", "%-"],
  ])
    expect(refused(format ?? ""), format).toEqual([["unknown_directive", { directive, example }]]);
  for (const format of ["%d.%m.%Y", "%-d %B", "%F%%", "Week %V\nof %G", ""])
    expect(refused(format), format).toBeUndefined();
});

test("a generated subdomain is the name in plain letters, made unique, and never a reserved word", () => {
  expect(subdomainBase("Ächme GmbH & Co.")).toBe("achme-gmbh-co");
  expect(subdomainBase("日本")).toBe("status");
  expect(subdomainBase("-- a -- b --")).toBe("a-b");
  expect(subdomainBase(`${"x".repeat(56)} y`)).toBe("x".repeat(56));
  expect(subdomainBase("x".repeat(58))).toBe("x".repeat(57));
  expect(firstFree("acme", new Set())).toBe("acme");
  expect(firstFree("www", new Set())).toBe("www-2");
  expect(firstFree("www", new Set(["www-2"]))).toBe("www-3");
  expect(subdomainBase("x".repeat(300)).length).toBeLessThanOrEqual(63);
  expect(firstFree("acme", new Set(["acme", "acme-2"]))).toBe("acme-3");
  expect(firstFree("admin", new Set())).toBe("admin-2");
});

test("code that would swallow or replace the page is refused, and where is said", () => {
  const refusals: [code: string, tag: string, line: number][] = [
    ["<p>\n<script>go()", "<script>", 2],
    ["<script>go()</script>\n\n<SCRIPT>go()</SCRIP>", "<script>", 3],
    ["<style>p{}</style><style>p{}", "<style>", 1],
    ["<p>a</p>\n<!-- b\n<p>c</p>", "<!--", 2],
    ["<script src='x'/>", "<script>", 1],
    ["<iframe src=x>", "<iframe>", 1],
    ['<textarea title="', "<textarea>", 1],
    ["<script>a</script", "<script>", 1],
    ["<p>a</p>\n<PLAINTEXT>b</plaintext>", "<plaintext>", 2],
    ["\n<script><!--<script></script>", "<script>", 2],
    ["<title>a</titles>", "<title>", 1],
    ["<noscript>\n<p>a</p>", "<noscript>", 1],
    ["<template><p>a</p>", "<template>", 1],
    ["<xmp>a", "<xmp>", 1],
    ["<p>a</p>\n<a href='b", "<a>", 2],
    ["<svg><style/><p>a</p>", "<svg>", 1],
    ["<details><summary>a</summary>b", "<details>", 1],
    ["<select><option>a", "<select>", 1],
  ];
  const replacing: [code: string, tag: string, line: number][] = [
    ["<p>a</p>\n<frameset><frame></frameset>", "<frameset>", 2],
    ["<base target=_top href='//example.com'>", "<base>", 1],
    ["\n\n<meta content='0; URL=x' http-equiv=Refresh>", "<meta>", 3],
  ];
  for (const name of ["custom_header", "custom_footer", "head_code"] as const) {
    for (const [code, tag, line] of refusals) {
      const { error } = UpdateStatusPage.safeParse({ [name]: code });
      const params = { code: "not_closed", values: { tag, line } };
      expect(error?.issues).toMatchObject([{ path: [name], params }]);
    }
    for (const [code, tag, line] of replacing) {
      const { error } = UpdateStatusPage.safeParse({ [name]: code });
      const params = { code: "replaces_page", values: { tag, line } };
      expect(error?.issues).toMatchObject([{ path: [name], params }]);
    }
    for (const code of [
      "<base target=_blank><meta name=a content='0;url=x'><meta http-equiv=refresh content=60>",
      "<!-- <plaintext> --><script>'<base href=/>'</script><constructor>",
      "<svg><title/><style/><path d='M0 0'/></svg><svg/><math><mi>x</mi></math>",
      "<script><!--<script></script>--></script>",
      "<div><p>a",
      "<script>'<!--'</script>",
      "<!-- <script> -->b<!-->",
      "<style title='>'>p{}</style >",
      "<scripts><titled>",
      "İ<script>a</script>",
      "",
      null,
    ])
      expect([code, UpdateStatusPage.safeParse({ [name]: code }).success]).toEqual([code, true]);
  }
});
