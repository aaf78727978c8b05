import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";

function plain(address: string): string {
  return address.startsWith("::ffff:") && address.includes(".")
    ? address.slice("::ffff:".length)
    : address;
}

/**
 * The client's address as the outermost proxy that we trust saw it.
 * @param hops proxies in front of us; each adds its peer at the end of X-Forwarded-For
 */
export function clientAddress(request: IncomingMessage, hops: number): string | null {
  const peer = request.socket.remoteAddress;
  const forwarded = request.headers["x-forwarded-for"];
  if (hops === 0 || forwarded === undefined) return peer ? plain(peer) : null;
  const seen = String(forwarded).split(",");
  const claimed = (seen[Math.max(0, seen.length - hops)] ?? "").trim();
  if (isIP(claimed)) return plain(claimed);
  return peer ? plain(peer) : null;
}
