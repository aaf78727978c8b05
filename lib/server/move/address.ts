import { randomBytes } from "node:crypto";
import { isIP } from "node:net";
import { PROOF_PATH, proofOf } from "#lib/domains/dns-records.ts";
import { lookUp } from "#lib/platform/dns/look-up.ts";
import { reasonOf } from "#lib/platform/errors/errors.ts";
import { hostName } from "#lib/platform/http/hosts.ts";
import { isPublicAddress } from "#lib/platform/http/http.ts";
import { CliError } from "#lib/server/cli/connect.ts";
import type { Side } from "#lib/server/move/queries.ts";

const TIMEOUT_MS = 15_000;

async function isPrivate(name: string): Promise<boolean> {
  const found = isIP(name) ? [name] : (await lookUp(name)).map(({ address }) => address);
  return !found.some(isPublicAddress);
}

async function ask({ protocol, host, origin }: URL, token: string): Promise<string> {
  if (protocol === "http:" && !(await isPrivate(hostName(host))))
    throw new CliError("--to-url: it must begin with https://, as links with secrets lead there");
  const limits = { redirect: "error", signal: AbortSignal.timeout(TIMEOUT_MS) } as const;
  const answer = await fetch(origin + PROOF_PATH + token, limits);
  return (await answer.text()).trim();
}

/**
 * Only the installation with the target's APP_SECRET can prove that it is at an address.
 * @throws {CliError} when another is, or none
 */
export async function requireAddress({ secret }: Side, to: string): Promise<void> {
  const url = new URL(to);
  const token = randomBytes(32).toString("hex");
  const answer = await ask(url, token).catch((error) => {
    if (error instanceof CliError) throw error;
    throw new CliError(`--to-url: ${to} cannot be reached: ${reasonOf(error.cause ?? error)}`);
  });
  if (answer !== proofOf(hostName(url.host), token, secret))
    throw new CliError(
      `--to-url: the installation of MOVE_DATABASE_URL and MOVE_APP_SECRET does not answer at ${to}`,
    );
}
