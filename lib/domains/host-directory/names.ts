import { isIP } from "node:net";
import { domainToASCII } from "node:url";
import { env } from "#lib/platform/config/env.ts";
import { applicationHost, hostName } from "#lib/platform/http/hosts.ts";

const NAME = /^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const MAX_LENGTH = 253;

function isName(text: string): boolean {
  return text.length <= MAX_LENGTH && NAME.test(text) && isIP(text) === 0;
}

/** A host's name in its one spelling: punycode, lower case, no final dot. null: it is none. */
export function normalName(text: string): string | null {
  const plain = text.endsWith(".") ? text.slice(0, -1) : text;
  if (isName(plain)) return plain;
  const name = domainToASCII(plain);
  return isName(name) ? name : null;
}

/** The names of this installation itself: the application's, and that above all pages. */
export function installationNames(): string[] {
  return [...new Set([hostName(applicationHost()), hostName(env().PAGES_DOMAIN)])];
}

/** The host of a page that is known by its subdomain. */
export function subdomainHost(subdomain: string): string {
  return `${subdomain}.${hostName(env().PAGES_DOMAIN)}`;
}

/** `*.example.com` for `www.example.com`; null for a name without a parent. */
export function wildcardOf(name: string): string | null {
  const dot = name.indexOf(".");
  return dot < 0 ? null : `*${name.slice(dot)}`;
}

/** Whether one of the names of a certificate stands for a host. */
export function isCovered(name: string, names: readonly string[]): boolean {
  return names.includes(name) || names.includes(wildcardOf(name) ?? name);
}
