import { expect, test } from "@playwright/test";
import { env, provideEnv } from "#lib/platform/config/env.ts";
import { startWarnings } from "#lib/server/supervisor/warnings.ts";

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
  ["OPERATOR_EMAIL", "status@https://x.example"],
  ["ACME_EMAIL", "mailto:a@x.example"],
  ["ACME_DIRECTORY_URL", "acme.example.com", "http://acme.example.com"],
  ["DATABASE_URL", "db.example.com/allclear", "mysql://db.example.com"],
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

test("a database that is encrypted to and not checked is told at the start", () => {
  const warned = (query: string) => {
    parsed({ DATABASE_URL: `postgres://db.example/allclear${query}`, APP_SECRET: "x".repeat(32) });
    return startWarnings().filter((line) => line.includes("sslmode=verify-full")).length;
  };
  expect(warned("?sslmode=require")).toBe(1);
  for (const query of ["", "?sslmode=verify-full", "?sslmode=require&sslrootcert=/etc/ca.pem"])
    expect(warned(query), query).toBe(0);
});
