import { randomInt } from "node:crypto";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import {
  CHECKING_DISABLED,
  type DecodedPacket,
  decode,
  encode,
  RECURSION_DESIRED,
} from "dns-packet";
import { openResolver } from "#lib/platform/dns/name-servers.ts";

const LIMIT_MS = 1_500;
const DNS_PORT = 53;
const MOST_SERVERS = 3;

function placeOf(server: string): { host: string; port: number } {
  const [, v6, v4, port] = /^(?:\[(.+)\]|([^:]+))(?::(\d+))?$/.exec(server) ?? [];
  return { host: v6 ?? v4 ?? server, port: Number(port ?? DNS_PORT) };
}

async function askServer(server: string, name: string): Promise<DecodedPacket | null> {
  const { host, port } = placeOf(server);
  const socket = createSocket(host.includes(":") ? "udp6" : "udp4");
  const id = randomInt(65_536);
  try {
    const query = encode({
      type: "query",
      id,
      flags: RECURSION_DESIRED | CHECKING_DISABLED,
      questions: [{ type: "A", name }],
    });
    // Connected: what comes from elsewhere is no answer.
    socket.connect(port, host);
    await once(socket, "connect", { signal: AbortSignal.timeout(LIMIT_MS) });
    socket.send(query);
    const [message] = await once(socket, "message", { signal: AbortSignal.timeout(LIMIT_MS) });
    const answer = decode(message as Buffer);
    return answer.id === id ? answer : null;
  } catch {
    return null;
  } finally {
    socket.close();
  }
}

const ANSWERED: readonly unknown[] = ["NOERROR", "NXDOMAIN"];

/**
 * Whether name servers answer about a name when they are told not to check its signatures. Where
 * they fail otherwise, DNSSEC is what is broken.
 */
export async function isAnsweredUnchecked(name: string): Promise<boolean> {
  for (const server of openResolver().getServers().slice(0, MOST_SERVERS)) {
    const answer = await askServer(server, name);
    if (answer && ANSWERED.includes((answer as { rcode?: unknown }).rcode)) return true;
  }
  return false;
}
