import { isIP } from "node:net";
import { z } from "zod";
import { addressesOf } from "#lib/platform/postgres/addresses.ts";

/** One message covers every way in which the number can be wrong. */
export function whole(max: number, error: string, min = 0): z.ZodCoercedNumber {
  return z.coerce.number({ error }).int({ error }).min(min, { error }).max(max, { error });
}

export function choice<const T extends readonly string[]>(allowed: T) {
  return z.enum(allowed, {
    error: `must be ${allowed.slice(0, -1).join(", ")} or ${allowed.at(-1)}`,
  });
}

export function address(protocol: RegExp, example: string): z.ZodURL {
  return z.url({ protocol, error: `must be an address such as ${example}` });
}

function isDatabaseUrl(text: string): boolean {
  try {
    return addressesOf(text).every(({ protocol }) => /^postgres(ql)?:$/.test(protocol));
  } catch {
    return false;
  }
}

export const databaseUrl = z.string().refine(isDatabaseUrl, {
  error: "must be an address such as postgres://user:password@host:5432/database",
});

function isNameServer(text: string): boolean {
  const [, v6, v4, port = "53"] = /^(?:\[(.+)\]|([^:]+))(?::(\d{1,5}))?$/.exec(text) ?? [];
  return isIP(v6 ?? v4 ?? text) !== 0 && Number(port) > 0 && Number(port) <= 65_535;
}

export const nameServers = z
  .string()
  .default("")
  .transform((text) => text.split(/[\s,]+/).filter((server) => server !== ""))
  .refine((servers) => servers.every(isNameServer), {
    error: "must be IP addresses, each with or without a port, such as 192.0.2.1,[2001:db8::1]:53",
  });

const REACHABLE = /^(?:https?|tcp):\/\/[^\s,/]+\/?$/;

export const reachables = z
  .string()
  .default("")
  .transform((text) => text.split(/[\s,]+/).filter((address) => address !== ""))
  .refine((all) => all.every((one) => REACHABLE.test(one) && URL.canParse(one)), {
    error: "must be addresses such as https://example.com,tcp://192.0.2.1:443",
  });

const ELSEWHERE = /^([a-z0-9.-]+)=(https?:\/\/[^\s,/]+)\/?$/;

export const providerUrls = z
  .string()
  .default("")
  .transform((text) => text.split(/[\s,]+/).filter((pair) => pair !== ""))
  .refine((pairs) => pairs.every((pair) => ELSEWHERE.test(pair)), {
    error: "must be hosts with where to call them, such as api.twilio.com=http://10.0.0.8:8080",
  })
  .transform(
    (pairs) =>
      new Map(
        pairs.map((pair) => {
          const [, host = "", base = ""] = ELSEWHERE.exec(pair) ?? [];
          return [host, base] as const;
        }),
      ),
  );

export function isLoopback(url: string): boolean {
  const { hostname } = URL.parse(url) ?? { hostname: "" };
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}

const LABEL = "[a-z0-9](?:[a-z0-9-]*[a-z0-9])?";
const HOST = `(?:${LABEL}\\.)*${LABEL}`;
const HOST_NAME = new RegExp(`^${HOST}$`, "i");
const HOST_AND_PORT = new RegExp(`^${HOST}(?::\\d+)?$`, "i");

export const hostName = z
  .string()
  .regex(HOST_NAME, { error: "must be a host such as status.example.com" })
  .toLowerCase();

export const hostAndPort = z
  .string()
  .refine((text) => HOST_AND_PORT.test(text) && URL.canParse(`http://${text}`), {
    error: "must be a host such as status.example.com, with or without a port",
  })
  .toLowerCase();
export const emailDomains = z
  .string()
  .default("")
  .transform((text) => text.toLowerCase().split(/[\s,]+/))
  .transform((all) => all.map((one) => one.replace(/^@/, "")).filter((one) => one !== ""))
  .refine((all) => all.every((one) => hostName.safeParse(one).success), {
    error: "must be the domains of e-mail addresses, such as example.com,example.org",
  });

export const listenAddress = z.string().refine((text) => isIP(text) > 0 || HOST_NAME.test(text), {
  error: "must be an IP address or a host of this machine, such as 0.0.0.0",
});

const ORIGIN = "https://status.example.com";

function isOrigin(text: string): boolean {
  const url = URL.parse(text);
  if (!url) return true;
  const { hostname, pathname, search, hash, username } = url;
  const isHost = HOST_NAME.test(hostname) || isIP(hostname.slice(1, -1)) === 6;
  return isHost && `${pathname}${search}${hash}${username}` === "/";
}

/** Links built from an address with a path would lead elsewhere. */
export const origin = address(/^https?$/, ORIGIN).refine(isOrigin, {
  error: `must be an address without a path, such as ${ORIGIN}`,
});

const mailServer = "smtps://user:password@mail.example.com:465";
export const smtpUrl = address(/^smtps?$/, mailServer).refine(
  (text) => URL.parse(text)?.hostname !== "",
  { error: `must be an address such as ${mailServer}` },
);

const ISSUER = "must be an address such as https://login.example.com/realms/main";
export const issuer = z
  .url({ protocol: /^https?$/, error: ISSUER })
  .refine((url) => url.startsWith("https:") || isLoopback(url), { error: ISSUER });

export const mailAddress = z
  .string()
  .regex(
    new RegExp(`^[^\\s@<>,;:"]+@${HOST}$`, "i"),
    "must be an e-mail address such as status@example.com",
  );
export const LETS_ENCRYPT = "https://acme-v02.api.letsencrypt.org/directory";
export const port = whole(65_535, "must be a whole number from 0 to 65535");
export const publicPort = whole(65_535, "must be a whole number from 1 to 65535", 1);
export const upTo1000 = whole(1_000, "must be a whole number from 1 to 1000", 1);
export const processes = whole(64, "must be a whole number from 1 to 64", 1);
export const days = whole(3_650, "must be a whole number from 1 to 3650", 1);
export const count = whole(Number.MAX_SAFE_INTEGER, "must be a whole number, 0 or more");

export type BackupSchedule = { hours: number } | { time: string; zone: string };

const SCHEDULE = /^(?:([1-9]\d{0,2})h|((?:[01]\d|2[0-3]):[0-5]\d)(?: (\S+))?)$/;
const MAX_BACKUP_HOURS = 168;

function isZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone }).format() !== "";
  } catch {
    return false;
  }
}

export const backupSchedule = z.string().transform((text, ctx): BackupSchedule => {
  const [, hours, time, zone = "UTC"] = SCHEDULE.exec(text) ?? [];
  if (hours && Number(hours) <= MAX_BACKUP_HOURS) return { hours: Number(hours) };
  if (time && isZone(zone)) return { time, zone };
  const message =
    "must be a time of day such as 03:30 or 03:30 Europe/Berlin, or an interval from 1h to 168h";
  ctx.addIssue({ code: "custom", message });
  return z.NEVER;
});

export type CdnPurge = {
  cdn: "fastly" | "cloudflare" | "bunny" | "varnish";
  /** Ids of a service or zone, or addresses of Varnish. */
  targets: string[];
};

/** A user and password would reach the log when a purge fails. */
function isPurgeAddress(text: string): boolean {
  const { username = "", password = "" } = URL.parse(text) ?? {};
  return URL.canParse(text) && username + password === "";
}

const PURGE = /^(fastly|cloudflare|bunny):([\w-]+)$|^(varnish):(https?:\/\/\S+)$/;

export const cdnPurge = z.string().transform((text, ctx): CdnPurge => {
  const [, hosted, id = "", varnish, list = ""] = PURGE.exec(text) ?? [];
  const targets = varnish ? list.split(",") : [id];
  if ((hosted ?? varnish) && targets.every((one) => !varnish || isPurgeAddress(one)))
    return { cdn: (hosted ?? varnish) as CdnPurge["cdn"], targets };
  const message =
    "must be fastly:SERVICE, cloudflare:ZONE, bunny:ZONE or varnish:http://10.0.0.5:6081, without user and password";
  ctx.addIssue({ code: "custom", message });
  return z.NEVER;
});
