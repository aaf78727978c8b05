import { readFile } from "node:fs/promises";
import { Agent } from "node:https";
import { rootCertificates } from "node:tls";
import type { Client } from "acme-client";
import type { Db } from "#db/index.ts";
import type { ProgramGrant } from "#lib/core/access/authorize.ts";
import {
  type AccountRow,
  findAccount,
  insertAccount,
  updateAccountUrl,
} from "#lib/domains/acme/queries.ts";
import { AcmeRefusal, CannotOrder, type Problem } from "#lib/domains/acme/refusal.ts";
import { now } from "#lib/platform/clock.ts";
import { env } from "#lib/platform/config/env.ts";
import { seal, unsealIfOurs } from "#lib/platform/crypto/seal.ts";
import { retryAfter_s } from "#lib/platform/http/provider-calls.ts";

type Library = typeof import("acme-client");
type Directory = { renewalInfo?: string };

export type Authority = {
  acme: Library;
  client: Client;
  directory_url: string;
  directory: Directory;
  forget(): Promise<void>;
};

const ANSWER_MS = 30_000;

let library: Promise<Library> | undefined;
let trusted: string | undefined;

async function trust({ axios }: Library, file: string | undefined): Promise<void> {
  if (file === trusted) return;
  const ca = file
    ? await readFile(file, "utf8").catch(() => {
        throw new CannotOrder("The file of ACME_CA_FILE cannot be read.");
      })
    : "";
  axios.defaults.httpsAgent = file ? new Agent({ ca: [...rootCertificates, ca] }) : undefined;
  trusted = file;
}

/**
 * Turns every refusal into an AcmeRefusal: the library's own retries drop its type and
 * `Retry-After`.
 */
async function load(): Promise<Library> {
  const acme = await import("acme-client");
  const { axios } = acme;
  axios.interceptors.request.clear();
  axios.interceptors.response.clear();
  axios.interceptors.response.use((response) => {
    const { status, headers, data } = response;
    const problem: Problem = typeof data === "object" && data !== null ? data : {};
    if (status < 400 || problem.type?.endsWith(":badNonce")) return response;
    const retry_after_s = retryAfter_s(headers["retry-after"], now());
    throw new AcmeRefusal({ ...problem, status, retry_after_s });
  });
  axios.defaults.timeout = ANSWER_MS;
  axios.defaults.validateStatus = null;
  return acme;
}

/** Finds the installation's account, or creates it; concurrent creators all get the first one. */
async function accountAt(
  db: Db,
  grant: ProgramGrant,
  acme: Library,
  directory_url: string,
): Promise<{ key: string; account_url: string | null }> {
  const open = (row: AccountRow | undefined) => {
    const key = row && unsealIfOurs(row.private_key);
    return row && key ? { key, account_url: row.account_url } : undefined;
  };
  const found = await findAccount(db, grant, directory_url);
  const known = open(found);
  if (known) return known;
  const key = (await acme.crypto.createPrivateEcdsaKey()).toString();
  const made = { directory_url, private_key: seal(key) };
  await insertAccount(db, grant, made, found?.private_key ?? null);
  return open(await findAccount(db, grant, directory_url)) ?? { key, account_url: null };
}

async function register(client: Client): Promise<string> {
  const { ACME_EMAIL } = env();
  const contact = ACME_EMAIL ? { contact: [`mailto:${ACME_EMAIL}`] } : {};
  await client.createAccount({ termsOfServiceAgreed: true, ...contact });
  return client.getAccountUrl();
}

/**
 * Opens the authority of a directory and registers an account there if needed.
 * @throws {AcmeRefusal} @throws {CannotOrder} @throws when it cannot be reached
 */
export async function openAuthority(
  db: Db,
  grant: ProgramGrant,
  directory_url: string,
): Promise<Authority> {
  library ??= load();
  const acme = await library;
  await trust(acme, env().ACME_CA_FILE);
  const { key, account_url } = await accountAt(db, grant, acme, directory_url);
  const { ACME_EAB_KEY_ID: kid, ACME_EAB_HMAC_KEY: hmacKey } = env();
  const binding = kid && hmacKey ? { externalAccountBinding: { kid, hmacKey } } : {};
  const client = new acme.Client({
    directoryUrl: directory_url,
    accountKey: key,
    ...(account_url && { accountUrl: account_url }),
    ...binding,
  });
  if (!account_url) await updateAccountUrl(db, grant, directory_url, await register(client));
  const { data: directory } = await acme.axios.get<Directory>(directory_url);
  const forget = () => updateAccountUrl(db, grant, directory_url, null);
  return { acme, client, directory_url, directory, forget };
}
