import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { memoized } from "#lib/platform/memoized.ts";

const MAX_REMEMBERED = 50;

type Block = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** Treats an IPv4-mapped IPv6 network as IPv4. */
function plain([address, length]: Block): Block {
  const isMapped = address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress();
  return isMapped && length >= 96 ? [address.toIPv4Address(), length - 96] : [address, length];
}

// Reads more than may be written today: stored lists keep their meaning.
function parseBlock(text: string): Block | null {
  const block = text.trim();
  if (ipaddr.isValidCIDR(block)) return plain(ipaddr.parseCIDR(block));
  if (!ipaddr.isValid(block) || (!block.includes(":") && block.split(".").length !== 4))
    return null;
  const address = ipaddr.parse(block);
  return plain([address, address.kind() === "ipv4" ? 32 : 128]);
}

// Parsing a long list costs more than searching it, and every request searches.
const blocksOf = memoized(MAX_REMEMBERED, (list = "") => list.split(",").map(parseBlock));

const LENGTH = /^(?:0|[1-9]\d{0,2})$/;
// Shorter prefixes would allow everybody: 0.0.0.0/0, ::/0, 2000::/3.
const SHORTEST = { ipv4: 1, ipv6: 4 };

function isBlock(text: string): boolean {
  const [address = "", length = "32"] = text.trim().split("/", 2);
  if (isIP(address) === 0 || address.includes("%") || !LENGTH.test(length)) return false;
  const block = parseBlock(text);
  return block !== null && block[1] >= SHORTEST[block[0].kind()];
}

/** Refuses short and octal forms, which mean different addresses to different programs. */
export function isAddressList(list: string): boolean {
  return list.split(",").every(isBlock);
}

/** An unknown address is not allowed. */
export function addressAllowed(address: string | null, list: string): boolean {
  if (!address || !ipaddr.isValid(address)) return false;
  const client = ipaddr.process(address);
  return blocksOf(list).some(
    (block) =>
      block !== null &&
      block[0].kind() === client.kind() &&
      client.match(block as [ipaddr.IPv4, number]),
  );
}

/** One client can choose among the addresses of a /64, so they count as one. */
export function networkOf(address: string): string {
  if (!address.includes(":") || !ipaddr.isValid(address)) return address;
  return ipaddr.parse(address).toNormalizedString().split(":", 4).join(":");
}
