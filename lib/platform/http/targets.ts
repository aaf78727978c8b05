import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { env } from "#lib/platform/config/env.ts";

// Metadata services that answer at a public address: Azure's.
const METADATA = new Set(["168.63.129.16"]);
const GLOBAL_V6 = ipaddr.parseCIDR("2000::/3") as [ipaddr.IPv6, number];

/**
 * Whether an IP address is a public one: not this machine, a private or link-local network, a
 * metadata service, nor an IPv4 in disguise.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== "unicast" || METADATA.has(parsed.toString())) return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_V6);
}

/** Whether something that a tenant named may be called at this address. */
export function mayCall(address: string): boolean {
  return env().ALLOW_PRIVATE_TARGETS === "1" || isPublicAddress(address);
}

/**
 * Whether a web address names, without asking any name server, something that may not be called.
 */
export function namesRefusedTarget(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  return !/^https?:$/.test(protocol) || (isIP(host) !== 0 && !mayCall(host));
}
