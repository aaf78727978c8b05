import { z } from "zod";
import { log } from "#lib/platform/log.ts";

export type Person = {
  issuer: string;
  subject: string;
  email: string | null;
  email_verified: boolean;
  name: string;
  /** Null: the provider did not say, which is not the same as none. */
  groups: readonly string[] | null;
};

const text = z.string().nullable().default(null).catch(null);
const Claims = z.looseObject({
  email: text,
  email_verified: z
    .unknown()
    .optional()
    .transform((value) => value === true || value === "true"),
  name: text,
});
type Claims = z.output<typeof Claims>;

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Names of claims may contain the dot that also leads into an object. */
function valueAt(value: unknown, path: string): unknown {
  if (!isObject(value)) return undefined;
  if (Object.hasOwn(value, path)) return value[path];
  for (let dot = path.indexOf("."); dot !== -1; dot = path.indexOf(".", dot + 1)) {
    const found = valueAt(value[path.slice(0, dot)], path.slice(dot + 1));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A list, a single text, or an object whose keys are the groups. */
function groupsAt(claims: unknown, path: string): string[] | undefined {
  const value = valueAt(claims, path);
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.filter((one) => typeof one === "string");
  return isObject(value) ? Object.keys(value) : undefined;
}

/** Entra ID names no groups of whoever has more than 200. */
function isOverage({ _claim_names, hasgroups }: Record<string, unknown>, path: string): boolean {
  return (isObject(_claim_names) && Object.hasOwn(_claim_names, path)) || hasgroups === true;
}

type ClaimSources = {
  id_token: Record<string, unknown>;
  /** Empty: there is none. */
  groups_claim: string;
  userinfo: (() => Promise<unknown>) | null;
};

async function groupsOf(
  { id_token, groups_claim }: ClaimSources,
  userinfo: () => Promise<unknown>,
): Promise<string[] | null> {
  if (groups_claim === "") return null;
  const told = groupsAt(id_token, groups_claim);
  if (told) return told;
  if (isOverage(id_token, groups_claim)) {
    log().warn(
      { subject: id_token.sub, claim: groups_claim },
      "the OpenID provider leaves out the groups of a person who has too many: let it send only groups assigned to the application, or app roles; roles stay as they are",
    );
    return null;
  }
  const asked = await userinfo();
  return asked === null ? null : (groupsAt(asked, groups_claim) ?? []);
}

function merged(told: Claims, asked: Claims): Claims {
  const name = told.name ?? asked.name;
  return asked.email === null ? { ...told, name } : { ...asked, name };
}

/**
 * Asks userinfo where the ID token has no verified address or no groups; it vouches only for the
 * address it names.
 */
export async function readClaims(
  sources: ClaimSources,
): Promise<Omit<Person, "issuer" | "subject">> {
  const { id_token, userinfo } = sources;
  let answer: Promise<unknown> | undefined;
  const ask = () => {
    answer ??= userinfo === null ? Promise.resolve({}) : userinfo();
    return answer.catch((error) => {
      log().warn({ err: error }, "the OpenID provider gives no userinfo");
      return null;
    });
  };
  const told = Claims.parse(id_token);
  const claims = told.email_verified ? told : merged(told, Claims.parse((await ask()) ?? {}));
  const { email, email_verified, name } = claims;
  return { email, email_verified, name: name ?? "", groups: await groupsOf(sources, ask) };
}
