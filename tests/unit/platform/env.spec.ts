import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import type { z } from "zod";
import { configWarnings } from "#lib/platform/config/config-warnings.ts";
import { env, provideEnv } from "#lib/platform/config/env.ts";
import {
  count,
  days,
  isLoopback,
  port,
  processes,
  publicPort,
  upTo1000,
} from "#lib/platform/config/env-values.ts";
import { startWarnings } from "#lib/server/supervisor/warnings.ts";
import { ownFolder } from "#tests/support/server/folder.ts";

const before = { ...process.env };

test.afterEach(() => {
  process.env = { ...before };
  provideEnv({});
});

function parsed(settings: Record<string, string>): ReturnType<typeof env> {
  Object.assign(process.env, settings);
  provideEnv({});
  return env();
}

const REFUSED: [name: string, ...values: string[]][] = [
  ["PAGES_DOMAIN", "https://x.example", "*.x.example", "x.example/", "a b", "x.example:http"],
  ["PAGES_DOMAIN", ".x.example", "x..example", "x.example.", "x.example:99999"],
  ["INBOUND_EMAIL_DOMAIN", "https://x.example", "*.x.example", "in@x.example", "x.example:25"],
  ["DOMAIN_TARGET", "https://x.example", "*.x.example", "x.example:443"],
  ["APP_URL", "https://a.example/status", "https://a.example/?a=b", "https://*.a.example"],
  ["APP_URL", "a.example", "https://", "https://me@a.example", "https://a b.example"],
  ["HOST", "http://0.0.0.0", "0.0.0.0:3000", "a b", "[::1]"],
  ["OIDC_ISSUER", "login.example.com", "http://login.example.com", "a b"],
  ["SMTP_URL", "mail.example.com", "smtps:mail.example.com", "smtp://", "https://mail.example"],
  ["MAIL_FROM", "status", "status@https://x.example", "Status <a@x.example>", "a@x.example:25"],
  ["MAIL_FROM", "a@x.example, b@x.example", "a@*.x.example", "a@x..example"],
  ["SMTP_EHLO_NAME", "https://x.example", "a b", "x.example:25"],
  ["OPERATOR_EMAIL", "status@https://x.example"],
  ["OPERATOR_EMAIL", "status@exa_mple.com"],
  ["ACME_EMAIL", "mailto:a@x.example"],
  ["ACME_DIRECTORY_URL", "acme.example.com", "http://acme.example.com"],
  ["DATABASE_URL", "db.example.com/allclear", "mysql://db.example.com"],
  ["DNS_SERVERS", "ns.example", "192.0.2.1:0", "192.0.2.1:65536", "192.0.2.1:port", "192.0.2"],
  ["DNS_SERVERS", "[192.0.2.1", "2001:db8::1]:53", "192.0.2.1,ns.example", "192.0.2.1:123456"],
  ["EGRESS_CHECK_TARGETS", "example.com", "ftp://a.example", "https://a.example/b", "tcp://"],
  ["EGRESS_CHECK_TARGETS", "https://a.example,b", "https://[x]", "https://a.example:99999"],
  ["PROVIDER_URLS", "a.example", "a.example=b.example", "a.example=http://b c", "=http://b"],
  ["PROVIDER_URLS", "a.example=http://b/path", "a.example=http://b,c.example", "xa@b=http://c"],
];

for (const [name, ...values] of REFUSED)
  for (const value of values)
    test(`a server does not start with ${name}=${value}, and names it in one line`, () => {
      const set = () => parsed({ OIDC_CLIENT_ID: "allclear", [name]: value });
      expect(set).toThrow(new RegExp(`^${name}: must be [^\\n]+$`));
    });

test("hosts and addresses are taken as operators write them", () => {
  const given = {
    APP_URL: "https://Status.example.com:8443/",
    PAGES_DOMAIN: "Pages.example.com:8443",
    HOST: "::",
    SMTP_URL: "smtp://mail.example.com",
    OIDC_ISSUER: "https://login.example.com/realms/main",
    OIDC_CLIENT_ID: "allclear",
  };
  expect(parsed(given)).toMatchObject({
    ...given,
    APP_URL: "https://status.example.com:8443",
    PAGES_DOMAIN: "pages.example.com:8443",
    INBOUND_EMAIL_DOMAIN: "pages.example.com",
    MAIL_FROM: "status@pages.example.com",
  });
  for (const APP_URL of ["http://127.0.0.1:3000", "http://[::1]:3000", "http://localhost"])
    expect(parsed({ APP_URL, PAGES_DOMAIN: "" }).APP_URL).toBe(APP_URL);
});

const GREETINGS: [settings: Record<string, string>, name: string | null][] = [
  [{}, null],
  [{ APP_URL: "https://status.example.com" }, "status.example.com"],
  [{ APP_URL: "https://a.example", PAGES_DOMAIN: "pages.example" }, "a.example"],
  [{ APP_URL: "https://a.example", MAIL_FROM: "status@mail.example" }, "mail.example"],
  [{ APP_URL: "http://192.0.2.1:3000" }, "[192.0.2.1]"],
  [{ APP_URL: "http://[2001:db8::1]" }, "[IPv6:2001:db8::1]"],
  [{ MAIL_FROM: "status@mail.example", SMTP_EHLO_NAME: "out.example" }, "out.example"],
];

test("mail servers are greeted with a name that has a dot", () => {
  const none = { APP_URL: "", PAGES_DOMAIN: "", MAIL_FROM: "", SMTP_EHLO_NAME: "" };
  for (const [settings, name] of GREETINGS)
    expect(parsed({ ...none, ...settings }).SMTP_EHLO_NAME, JSON.stringify(settings)).toBe(name);
});

test("lists are separated by spaces or commas, and keep what each entry says", () => {
  const { DNS_SERVERS, PROVIDER_URLS } = parsed({
    DNS_SERVERS: " 192.0.2.1, 192.0.2.2:5353\t[2001:db8::1]:53,2001:db8::2,[2001:db8::3],1.1.1.1:1",
    PROVIDER_URLS: "api.a.example=http://10.0.0.8:8080/ ,b=https://c.example",
  });
  expect(DNS_SERVERS).toEqual([
    ...["192.0.2.1", "192.0.2.2:5353", "[2001:db8::1]:53", "2001:db8::2", "[2001:db8::3]"],
    "1.1.1.1:1",
  ]);
  expect([...PROVIDER_URLS]).toEqual([
    ["api.a.example", "http://10.0.0.8:8080"],
    ["b", "https://c.example"],
  ]);
  const EGRESS_CHECK_TARGETS = " https://a.example/, tcp://192.0.2.1:443";
  expect(parsed({ EGRESS_CHECK_TARGETS }).EGRESS_CHECK_TARGETS).toEqual([
    ...["https://a.example/", "tcp://192.0.2.1:443"],
  ]);
  expect(parsed({ DNS_SERVERS: ",", PROVIDER_URLS: "" }).DNS_SERVERS).toEqual([]);
  expect(parsed({ DNS_SERVERS: "192.0.2.1:65535" }).DNS_SERVERS).toEqual(["192.0.2.1:65535"]);
});

const LIMITS: [values: z.ZodType, least: number, most: number][] = [
  [port, 0, 65_535],
  [publicPort, 1, 65_535],
  [upTo1000, 1, 1_000],
  [processes, 1, 64],
  [days, 1, 3_650],
  [count, 0, Number.MAX_SAFE_INTEGER],
];

test("a number is whole and within its limits", () => {
  for (const [values, least, most] of LIMITS) {
    for (const given of [least, String(most)]) expect(values.parse(given)).toBe(Number(given));
    for (const given of [least - 1, most + 1, least + 0.5, "x"])
      expect(values.safeParse(given).success, `${given}`).toBe(false);
  }
});

test("an address leads to this machine when its host does", () => {
  const own = [
    "http://localhost",
    "https://127.0.0.1:3",
    "http://127.10.20.30/x",
    "http://[::1]:80",
  ];
  const others = ["http://localhost.example", "http://xlocalhost", "http://1.127.0.0", "x", ""];
  expect([...own, ...others].filter(isLoopback)).toEqual(own);
});

test("settings that lead visitors astray are found", () => {
  const codes = (settings: Record<string, string>) => {
    parsed({ ...NEUTRAL, ...settings });
    return configWarnings().map(({ code, values }) => [code, ...Object.values(values)]);
  };
  const NEUTRAL = {
    ...{ APP_URL: "https://status.example.com", HTTPS_PORT: "8443", PUBLIC_HTTPS_PORT: "443" },
    DOMAIN_TARGET: "edge.example.com",
  };
  expect(codes({})).toEqual([]);
  const plain = { APP_URL: "http://status.example.com:3000" };
  expect(codes(plain)).toEqual([["plain_app_url", "https://status.example.com"]]);
  expect(codes({ ...plain, HTTPS_PORT: "0" })).toEqual([]);
  const moved = { APP_URL: "https://status.example.com:8443" };
  expect(codes(moved)).toEqual([["public_https_port", "8443", "443"]]);
  expect(codes({ ...moved, PUBLIC_HTTPS_PORT: "8443" })).toEqual([]);
  expect(codes({ ...moved, HTTPS_PORT: "0" })).toEqual([]);
  for (const target of ["a.localhost", "localhost", "192.0.2.1"])
    expect(codes({ DOMAIN_TARGET: target }), target).toEqual([["domain_target", target]]);
});

test("a database that is encrypted to and not checked is told at the start", () => {
  const warned = (query: string) => {
    parsed({ DATABASE_URL: `postgres://db.example/allclear${query}`, APP_SECRET: "x".repeat(32) });
    return startWarnings().filter((line) => line.includes("sslmode=verify-full")).length;
  };
  expect(warned("?sslmode=require")).toBe(1);
  for (const query of ["", "?sslmode=verify-full", "?sslmode=require&sslrootcert=/etc/ca.pem"])
    expect(warned(query), query).toBe(0);
});

test("names in .env that are no settings are told at the start, with the nearest one", async () => {
  const file = join(await ownFolder(), ".env");
  const warned = (...lines: string[]) => {
    writeFileSync(file, lines.join("\n"));
    return startWarnings(file).filter((line) => line.startsWith("Configuration: .env "));
  };
  expect(warned("PORT=3000", "NODE_EXTRA_CA_CERTS=/ca.pem", "TZ=UTC", "# PROT=1", "")).toEqual([]);
  expect(startWarnings(join(file, "none"))).toEqual(startWarnings());
  for (const [name, nearest] of [
    ["PAGE_DOMAIN", "PAGES_DOMAIN"],
    ["export APPURL", "APP_URL"],
    ["smtp_url", "SMTP_URL"],
    ["BASE_URL", "APP_URL"],
    ["NODE", "NODES"],
    ["TRUST_PROXIES", "TRUST_PROXY"],
    ["MONKEYS", undefined],
  ])
    expect(warned(`${name}=1`)).toEqual([
      `Configuration: .env sets ${name?.replace("export ", "")}, which is no setting: ${nearest ? `did you mean ${nearest}?` : "docs/configure.md lists all"}`,
    ]);
});

const SECRETS = {
  DATABASE_URL: "postgres://db.example/allclear",
  APP_SECRET: "s".repeat(32),
  SMTP_URL: "smtps://mail.example.com",
  OIDC_CLIENT_SECRET: "client#secret",
  ACME_EAB_HMAC_KEY: "hmac",
  CDN_A_KEY: "a",
  CDN_B_KEY: "b",
};

test("every secret is read from the file that …_FILE names, or from systemd's credentials", async () => {
  const folder = await ownFolder();
  const empty = Object.fromEntries(Object.keys(SECRETS).map((name) => [name, ""]));
  const files = Object.fromEntries(
    Object.keys(SECRETS).map((name) => [`${name}_FILE`, join(folder, name)]),
  );
  for (const [name, value] of Object.entries(SECRETS))
    writeFileSync(join(folder, name), `${value}\r\n`);
  const others = { ...empty, ACME_EAB_KEY_ID: "id" };
  expect(parsed({ ...others, ...files })).toMatchObject(SECRETS);
  provideEnv({ DATABASE_URL: "postgres://other.example/found" });
  expect(env()).toMatchObject({ ...SECRETS, DATABASE_URL: "postgres://other.example/found" });
  process.env = { ...before };
  expect(parsed({ ...others, CREDENTIALS_DIRECTORY: folder })).toMatchObject(SECRETS);
  expect(parsed({ CDN_A_KEY: "own" }).CDN_A_KEY).toBe("own");
});

test("a secret's file that is missing or empty, or a second value, stops the start", async () => {
  const empty = join(await ownFolder(), "empty");
  writeFileSync(empty, "\n");
  const SMTP_URL = "smtp://mail.example.com";
  const set = (given: Record<string, string>) => () => parsed(given);
  expect(set({ SMTP_URL, SMTP_URL_FILE: empty })).toThrow(/^SMTP_URL_FILE: .+ keep one of them$/);
  process.env.SMTP_URL = "";
  expect(set({ SMTP_URL_FILE: empty })).toThrow(`SMTP_URL_FILE: ${empty} is empty`);
  expect(set({ SMTP_URL_FILE: `${empty}/x` })).toThrow(
    /^SMTP_URL_FILE: .+ cannot be read \(ENOTDIR\)/,
  );
});

test("a value in .env that a # cuts is told at the start", async () => {
  const file = join(await ownFolder(), ".env");
  const told = (line: string) => {
    writeFileSync(file, `PORT=3000\n${line}\n`);
    return startWarnings(file).filter((warning) => warning.includes("before the #")).length;
  };
  for (const line of ["OIDC_CLIENT_SECRET=abc#def", "export APP_SECRET = a b#c # comment"])
    expect(told(line), line).toBe(1);
  for (const line of [
    'APP_SECRET="abc#def"',
    "PORT=1 # a#b",
    "# A=b#c",
    "OIDC_NAME=#x",
    "HOST='a#b'",
  ])
    expect(told(line), line).toBe(0);
});
