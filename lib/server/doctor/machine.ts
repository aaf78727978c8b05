import { statfs } from "node:fs/promises";
import { resolve } from "node:path";
import { isLocal } from "#lib/platform/config/config-warnings.ts";
import { env } from "#lib/platform/config/env.ts";
import { lookUp } from "#lib/platform/dns/look-up.ts";
import { hostName } from "#lib/platform/http/hosts.ts";
import { relayOf, verifyRelay } from "#lib/platform/mail/relay.ts";
import { type Finding, ok, warning, wrong } from "#lib/server/doctor/finding.ts";

const GIB = 2 ** 30;
const MIN_BYTES = GIB;

async function disk(): Promise<Finding> {
  const folder = resolve(env().DATA_DIR);
  const { bavail, bsize } = await statfs(folder);
  const said = `${((bavail * bsize) / GIB).toFixed(1)} GiB are free in ${folder}`;
  if (bavail * bsize >= MIN_BYTES) return ok("disk", said);
  return wrong("disk", `${said}: free disk space`);
}

async function dns(): Promise<Finding> {
  const { APP_URL, PAGES_DOMAIN, DOMAIN_TARGET } = env();
  const pages = hostName(PAGES_DOMAIN);
  const all = [new URL(APP_URL).hostname, `a-page.${pages}`, DOMAIN_TARGET];
  const names = [...new Set(all)].filter((name) => !isLocal(name));
  const missing: string[] = [];
  for (const name of names) await lookUp(name).catch(() => missing.push(name));
  const shown = missing.map((name) => name.replace("a-page.", "*."));
  if (missing.length > 0)
    return wrong("dns", `no DNS record leads to ${shown.join(", ")}: create A and AAAA records`);
  return ok("dns", names.length > 0 ? "names lead to addresses" : "local names only");
}

async function mail(): Promise<Finding> {
  const { SMTP_URL } = env();
  if (!SMTP_URL) return warning("mail", "SMTP_URL is not set: mail is only kept in DATA_DIR/mail");
  const relay = relayOf(SMTP_URL);
  const where = `${relay.host}:${relay.port}`;
  try {
    await verifyRelay(relay);
    return ok("mail", `${where} takes mail`);
  } catch (error) {
    return wrong(
      "mail",
      `${where}: ${(error as Error).message}. Correct SMTP_URL, or start that server`,
    );
  }
}

export async function examineMachine(): Promise<Finding[]> {
  const checks = { disk, dns, mail };
  return Promise.all(
    Object.entries(checks).map(([check, examine]) =>
      examine().catch((error) => wrong(check, (error as Error).message)),
    ),
  );
}
