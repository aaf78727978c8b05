import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { furtherNames } from "#lib/platform/config/oidc-settings.ts";

/** Settings whose value may stand in a file that `<SETTING>_FILE` names, or in a credential. */
const SECRETS = [
  "DATABASE_URL",
  "DATABASE_DIRECT_URL",
  "APP_SECRET",
  "MOVE_DATABASE_URL",
  "MOVE_APP_SECRET",
  "SMTP_URL",
  "OIDC_CLIENT_SECRET",
  ...furtherNames("OIDC_CLIENT_SECRET"),
  // No secret, but long enough for a file.
  "OIDC_ROLES",
  ...furtherNames("OIDC_ROLES"),
  "ACME_EAB_HMAC_KEY",
  "CDN_A_KEY",
  "CDN_B_KEY",
  "CDN_PURGE_TOKEN",
];

export const FILE_SETTINGS: readonly string[] = SECRETS.map((name) => `${name}_FILE`);

type Source = Record<string, string | undefined>;
type Refuse = (text: string) => never;

function read(setting: string, path: string, refuse: Refuse): string {
  let text = "";
  try {
    text = readFileSync(path, "utf8").trim();
  } catch (error) {
    refuse(`${setting}: ${path} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
  return text || refuse(`${setting}: ${path} is empty`);
}

function secretOf(name: string, source: Source, refuse: Refuse): string | undefined {
  const setting = `${name}_FILE`;
  const file = source[setting];
  if (file && source[name]) refuse(`${setting}: is set as well as ${name}: keep one of them`);
  if (file) return read(setting, file, refuse);
  if (source[name] || !source.CREDENTIALS_DIRECTORY) return source[name];
  const credential = join(source.CREDENTIALS_DIRECTORY, name);
  return existsSync(credential) ? read(name, credential, refuse) : undefined;
}

/** Finds each secret in its variable, its `…_FILE`, or systemd's credential of its name. */
export function readSecrets(source: Source, refuse: Refuse): Source {
  return Object.fromEntries(SECRETS.map((name) => [name, secretOf(name, source, refuse)]));
}
