import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { ROLES } from "#lib/core/access/permissions.ts";
import { env, SETTINGS } from "#lib/platform/config/env.ts";
import { MAPPED_ROLES } from "#lib/platform/config/oidc-settings.ts";
import { setProviders } from "#tests/support/data/providers.ts";
import { ownFolder } from "#tests/support/server/folder.ts";

test.afterEach(() => setProviders({}));

const ONE = { OIDC_ISSUER: "https://login.example.com/realms/main", OIDC_CLIENT_ID: "allclear" };

test("one provider is set as ever, further ones by a number, each with settings of its own", async () => {
  const secret = join(await ownFolder(), "secret");
  writeFileSync(secret, "of the file\n");
  setProviders({
    ...ONE,
    OIDC_3_ISSUER: "https://partner.example/",
    OIDC_3_CLIENT_ID: "status",
    OIDC_3_CLIENT_SECRET_FILE: secret,
    OIDC_3_NAME: "Partner",
    OIDC_3_SCOPES: "openid, email groups",
    OIDC_3_TRUSTED_EMAIL_DOMAINS: "partner.example",
    OIDC_3_SIGN_OUT: "on",
  });
  const none = { client_secret: undefined, trusted_email_domains: [], roles: [], signs_out: false };
  expect(env().OIDC_PROVIDERS).toEqual([
    {
      ...{ number: 1, issuer: ONE.OIDC_ISSUER, client_id: "allclear", name: "login.example.com" },
      ...{ scopes: "openid email profile", groups_claim: "groups", ...none },
    },
    {
      ...{ number: 3, issuer: "https://partner.example/", client_id: "status", name: "Partner" },
      ...{ scopes: "openid email groups", groups_claim: "groups", ...none, signs_out: true },
      ...{ client_secret: "of the file", trusted_email_domains: ["partner.example"] },
    },
  ]);
  expect(SETTINGS).toEqual(expect.arrayContaining(["OIDC_9_NAME", "OIDC_2_ROLES_FILE"]));
  expect(SETTINGS).not.toContain("OIDC_10_NAME");
});

test("groups are mapped to roles, also with names as directories have them", () => {
  setProviders({
    ...ONE,
    OIDC_ROLES: "CN=Ops,OU=x = 12:owner; /team a:b=1:viewer;\n*=3:editor\n",
  });
  const [provider] = env().OIDC_PROVIDERS;
  expect(provider?.roles).toEqual([
    { group: "CN=Ops,OU=x", organization_id: 12, role: "owner" },
    { group: "/team a:b", organization_id: 1, role: "viewer" },
    { group: "*", organization_id: 3, role: "editor" },
  ]);
  expect(MAPPED_ROLES).toEqual(ROLES);
});

const REFUSED: [settings: Record<string, string>, line: RegExp][] = [
  [{ OIDC_CLIENT_ID: "" }, /^OIDC_CLIENT_ID: is required with OIDC_ISSUER$/],
  [{ OIDC_2_ISSUER: "https://b.example" }, /^OIDC_2_CLIENT_ID: is required with OIDC_2_ISSUER$/],
  [{ OIDC_2_ISSUER: "b.example", OIDC_2_CLIENT_ID: "b" }, /^OIDC_2_ISSUER: must be an address/],
  [
    { OIDC_4_ISSUER: `${ONE.OIDC_ISSUER}/`, OIDC_4_CLIENT_ID: "b" },
    /^OIDC_4_ISSUER: is set for another provider, too$/,
  ],
  ...["ops=admin", "ops=0:admin", "=1:admin", "ops=1:root", "ops"].map(
    (OIDC_2_ROLES): [Record<string, string>, RegExp] => [
      { OIDC_2_ISSUER: "https://b.example", OIDC_2_CLIENT_ID: "b", OIDC_2_ROLES },
      /^OIDC_2_ROLES: must be rules such as /,
    ],
  ),
  [{ OIDC_SCOPES: "email" }, /^OIDC_SCOPES: must contain openid/],
  [{ OIDC_SIGN_OUT: "yes" }, /^OIDC_SIGN_OUT: must be on or off$/],
];

test("a server does not start with a provider set wrongly, and names the variable", () => {
  for (const [settings, line] of REFUSED) {
    setProviders({ ...ONE, ...settings });
    expect(env, JSON.stringify(settings)).toThrow(line);
  }
});
