import { isIP } from "node:net";
import type { Db } from "#db/index.ts";
import type { ProgramGrant } from "#lib/core/access/authorize.ts";
import {
  insertApplicationHost,
  insertSubdomainHosts,
  listUnneeded,
} from "#lib/domains/certificates/own-names.queries.ts";
import { findTlsFile } from "#lib/domains/certificates/tls-file.ts";
import { giveUpCertificate } from "#lib/domains/certificates/want.ts";
import { env } from "#lib/platform/config/env.ts";
import { hostName } from "#lib/platform/http/hosts.ts";

const ANY_PAGE = "a-page-of-ours";

/** Whether a public authority could certify it at all. */
function isCertifiable(name: string): boolean {
  return name.includes(".") && isIP(name) === 0 && !name.endsWith(".localhost");
}

/**
 * Has certificates ordered for the installation's own names, as far as TLS_CERTIFICATE_FILE does not
 * cover them, and gives up those of pages that are gone.
 */
export async function orderOwnNames(db: Db, grant: ProgramGrant): Promise<void> {
  const { APP_URL, PAGES_DOMAIN } = env();
  const file = await findTlsFile();
  const host = new URL(APP_URL).hostname;
  const pages = hostName(PAGES_DOMAIN);
  const application = isCertifiable(host) && !file?.leaf.checkHost(host) ? host : null;
  const isWild = file?.leaf.checkHost(`${ANY_PAGE}.${pages}`) !== undefined;
  const domain = isCertifiable(`${ANY_PAGE}.${pages}`) && !isWild ? pages : null;
  const covered = file?.names ?? [];
  if (application) await insertApplicationHost(db, grant, application);
  if (domain) await insertSubdomainHosts(db, grant, { domain, covered });
  for (const name of await listUnneeded(db, grant, { application, domain, covered }))
    await giveUpCertificate(db, name);
}
