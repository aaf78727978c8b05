import ipaddr from "ipaddr.js";
import { memoized } from "#lib/memoized.ts";

const MAX_REMEMBERED = 50;

function parseBlock(text: string): [ipaddr.IPv4 | ipaddr.IPv6, number] | null {
  const block = text.trim();
  if (ipaddr.isValidCIDR(block)) return ipaddr.parseCIDR(block);
  if (!ipaddr.isValid(block) || (!block.includes(":") && block.split(".").length !== 4)) return null;
  const address = ipaddr.parse(block);
  return [address, address.kind() === "ipv4" ? 32 : 128];
}

// A long list takes longer to read than to look through, and every request to its page looks.
const blocksOf = memoized(MAX_REMEMBERED, (list = "") => list.split(",").map(parseBlock));

/** Whether a text is a comma-separated list of IP addresses and CIDR blocks. */
export function isAddressList(list: string): boolean {
  return blocksOf(list).every((block) => block !== null);
}

/** Whether an address is in a comma-separated list of addresses and blocks. An unknown address is not. */
export function addressAllowed(address: string | null, list: string): boolean {
  if (!address || !ipaddr.isValid(address)) return false;
  const client = ipaddr.process(address);
  return blocksOf(list).some(
    (block) => block !== null && block[0].kind() === client.kind() && client.match(block as [ipaddr.IPv4, number]),
  );
}

/** Addresses that one client can choose from at will count as one: an IPv6 network of 64 bits. */
export function networkOf(address: string): string {
  if (!address.includes(":") || !ipaddr.isValid(address)) return address;
  return ipaddr.parse(address).toNormalizedString().split(":", 4).join(":");
}
