import { z } from "zod";
import { choice, emailDomains, issuer } from "#lib/platform/config/env-values.ts";

/**
 * Copy of ROLES in lib/core/access/permissions.ts, which this room cannot import; a spec compares
 * them.
 */
export const MAPPED_ROLES = ["owner", "admin", "editor", "billing", "viewer"] as const;

/** `group`: a value of the provider's claim; `*` is everybody who signs in there. */
type RoleRule = {
  group: string;
  organization_id: number;
  role: (typeof MAPPED_ROLES)[number];
};

// Groups may contain spaces, colons and equal signs, as names in directories do.
const RULE = new RegExp(`^(.+?)\\s*=\\s*([1-9]\\d{0,14}):(${MAPPED_ROLES.join("|")})$`);
const ROLES = "must be rules such as status-admins=1:admin; status-team=1:editor";

const roleRules = z
  .string()
  .default("")
  .transform((text) => text.split(/[;\r\n]+/).map((rule) => rule.trim()))
  .transform((rules) => rules.filter((rule) => rule !== ""))
  .refine((rules) => rules.every((rule) => RULE.test(rule)), { error: ROLES })
  .transform((rules) =>
    rules.map((rule): RoleRule => {
      const [, group = "", id, role] = RULE.exec(rule) ?? [];
      return { group, organization_id: Number(id), role: role as RoleRule["role"] };
    }),
  );

const scopes = z
  .string()
  .transform((text) => text.split(/[\s,]+/).filter((scope) => scope !== ""))
  .refine((all) => all.includes("openid"), {
    error: "must contain openid, such as openid email profile groups",
  })
  .transform((all) => all.join(" "));

/** The first provider's settings. */
export const OidcSettings = z.object({
  OIDC_ISSUER: issuer.optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_TRUSTED_EMAIL_DOMAINS: emailDomains,
  OIDC_NAME: z.string().max(100, "must have at most 100 characters").optional(),
  OIDC_SCOPES: scopes.default("openid email profile"),
  OIDC_GROUPS_CLAIM: z.string().default("groups"),
  OIDC_ROLES: roleRules,
  OIDC_SIGN_OUT: choice(["on", "off"]).default("off"),
});
type OidcSettings = z.output<typeof OidcSettings>;

const NAMES = Object.keys(OidcSettings.shape);

/** `number`: 1 is that of `OIDC_ISSUER`, 2 that of `OIDC_2_ISSUER`. */
export type OidcProvider = {
  number: number;
  issuer: string;
  client_id: string;
  client_secret: string | undefined;
  name: string;
  trusted_email_domains: readonly string[];
  scopes: string;
  groups_claim: string;
  roles: readonly RoleRule[];
  signs_out: boolean;
};

const MAX_PROVIDERS = 9;
const NUMBERS = Array.from({ length: MAX_PROVIDERS - 1 }, (_, index) => index + 2);

/** `OIDC_ISSUER` of the second provider is `OIDC_2_ISSUER`. */
export function numbered(setting: string, number: number): string {
  return number === 1 ? setting : setting.replace("OIDC_", `OIDC_${number}_`);
}

/** The names of a setting for the second to the ninth provider. */
export function furtherNames(setting: string): string[] {
  return NUMBERS.map((number) => numbered(setting, number));
}

type Refuse = (text: string) => never;

function providerOf(number: number, set: OidcSettings, refuse: Refuse): OidcProvider | null {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: client_id } = set;
  if (!issuer) return null;
  if (!client_id)
    return refuse(
      `${numbered("OIDC_CLIENT_ID", number)}: is required with ${numbered("OIDC_ISSUER", number)}`,
    );
  return {
    number,
    issuer,
    client_id,
    client_secret: set.OIDC_CLIENT_SECRET,
    name: set.OIDC_NAME ?? new URL(issuer).hostname,
    trusted_email_domains: set.OIDC_TRUSTED_EMAIL_DOMAINS,
    scopes: set.OIDC_SCOPES,
    groups_claim: set.OIDC_GROUPS_CLAIM,
    roles: set.OIDC_ROLES,
    signs_out: set.OIDC_SIGN_OUT === "on",
  };
}

/** Providers write the last slash of their issuer or leave it out. */
export function isSameIssuer(one: string, other: string): boolean {
  return one.replace(/\/$/, "") === other.replace(/\/$/, "");
}

/**
 * @param parse reads the settings of one provider, named as those of the first
 * @param refuse stops with a line that names the variable
 */
export function readProviders(
  given: Readonly<Record<string, string | undefined>>,
  parse: (values: Record<string, string | undefined>, number: number) => OidcSettings,
  refuse: Refuse,
): OidcProvider[] {
  const found: OidcProvider[] = [];
  for (const number of [1, ...NUMBERS]) {
    const own = NAMES.map((name) => [name, given[numbered(name, number)]] as const);
    const set = own.filter(([, value]) => value !== undefined);
    const provider =
      set.length > 0 && providerOf(number, parse(Object.fromEntries(set), number), refuse);
    if (!provider) continue;
    if (found.some(({ issuer }) => isSameIssuer(issuer, provider.issuer)))
      refuse(`${numbered("OIDC_ISSUER", number)}: is set for another provider, too`);
    found.push(provider);
  }
  return found;
}
