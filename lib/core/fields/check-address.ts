import { withScheme } from "#lib/core/fields/web-address.ts";

const RECORD_TYPES = ["A", "AAAA", "CAA", "CNAME", "MX", "NS", "PTR", "SRV", "TXT"] as const;
type RecordType = (typeof RECORD_TYPES)[number];

/** What a service's check asks; `host` as URLs have it, IPv6 in brackets. */
export type CheckTarget =
  | { kind: "http"; url: string }
  | { kind: "tcp"; host: string; port: number }
  | { kind: "dns"; name: string; type: RecordType; expect: string | null };

// Of the schemes whose hosts are parsed like those of the web, this one's port is the rarest.
const LIKE = "ftp";
const LIKE_PORT = 21;

function dnsTarget({ hostname: name, searchParams }: URL): CheckTarget | null {
  const asked = (searchParams.get("type") ?? "A").toUpperCase();
  const type = RECORD_TYPES.find((one) => one === asked);
  if (!type || name === "") return null;
  return { kind: "dns", name, type, expect: searchParams.get("expect") };
}

/** What an address to be checked names; null when nothing can be asked there. */
export function checkTarget(address: string): CheckTarget | null {
  const [, scheme = "", rest = ""] = /^(tcp|dns):(\/\/.*)$/is.exec(address) ?? [];
  if (scheme === "") {
    const url = withScheme(address);
    return URL.canParse(url) ? { kind: "http", url } : null;
  }
  if (!URL.canParse(`${LIKE}:${rest}`)) return null;
  const url = new URL(`${LIKE}:${rest}`);
  if (scheme.toLowerCase() === "dns") return dnsTarget(url);
  return { kind: "tcp", host: url.hostname, port: Number(url.port) || LIKE_PORT };
}
