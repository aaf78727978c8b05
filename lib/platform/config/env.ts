import { isIP } from "node:net";
import { z } from "zod";
import {
  address,
  backupSchedule,
  cdnPurge,
  choice,
  count,
  databaseUrl,
  days,
  hostAndPort,
  hostName,
  LETS_ENCRYPT,
  listenAddress,
  mailAddress,
  nameServers,
  origin,
  port,
  processes,
  providerUrls,
  publicPort,
  reachables,
  smtpUrl,
  upTo1000,
  whole,
} from "#lib/platform/config/env-values.ts";
import {
  furtherNames,
  numbered,
  OidcSettings,
  readProviders,
} from "#lib/platform/config/oidc-settings.ts";
import { FILE_SETTINGS, readSecrets } from "#lib/platform/config/secret-files.ts";
import { oncePerProcess } from "#lib/platform/process/once-per-process.ts";

/** A name, or an address in brackets, that mail servers accept; null: the host is only local. */
function greetingOf(host: string): string | null {
  if (/^\[.*\]$/.test(host)) return `[IPv6:${host.slice(1, -1)}]`;
  if (isIP(host)) return `[${host}]`;
  return host.includes(".") ? host : null;
}

// Longer than load balancers usually take to see that a node is not ready.
const DRAIN_SECONDS = 5;

const Env = z
  .object({
    PORT: port.default(3000),
    HOST: listenAddress.default("127.0.0.1"),
    DATA_DIR: z.string().default(".data"),
    DATABASE_URL: databaseUrl.optional(),
    DATABASE_DIRECT_URL: databaseUrl.optional(),
    MOVE_DATABASE_URL: databaseUrl.optional(),
    MOVE_APP_SECRET: z.string().optional(),
    BACKUP_SCHEDULE: backupSchedule.optional(),
    BACKUP_DIR: z.string().optional(),
    BACKUP_KEEP: upTo1000.default(7),
    APP_URL: origin.optional(),
    PAGES_DOMAIN: hostAndPort.optional(),
    INBOUND_EMAIL_DOMAIN: hostName.optional(),
    INBOUND_SMTP_PORT: port.default(0),
    ...OidcSettings.shape,
    SMTP_URL: smtpUrl.optional(),
    SMTP_EHLO_NAME: hostName.optional(),
    MAIL_FROM: mailAddress.optional(),
    OPERATOR_EMAIL: mailAddress.optional(),
    APP_SECRET: z.string().min(32, "must have at least 32 characters").optional(),
    FIRST_START: choice(["demo", "form"]).default("demo"),
    WORKER: choice(["inline", "off"]).default("inline"),
    FRONTS: processes.default(1),
    APPS: processes.default(1),
    NODES: upTo1000.default(1),
    DRAIN_SECONDS: whole(600, "must be a whole number from 0 to 600").optional(),
    DATABASE_CONNECTIONS: count.default(0),
    RATE_LIMIT_PUBLIC: count.default(300),
    RATE_LIMIT_MANAGEMENT: count.default(100),
    TRUST_PROXY: count.default(0),
    MAX_SERVICES_PER_PAGE: count.default(2000),
    CONFIRMATIONS_PER_DAY: count.default(2000),
    CHECK_RESULT_DAYS: days.default(14),
    ALLOW_PRIVATE_TARGETS: choice(["0", "1"]).default("0"),
    CHECK_INTERVAL_S: whole(300, "must be a whole number from 1 to 300", 1).default(60),
    EGRESS_CHECK_TARGETS: reachables,
    DNS_SERVERS: nameServers,
    DOMAIN_TARGET: hostName.optional(),
    HTTPS_PORT: port.default(0),
    PUBLIC_HTTP_PORT: publicPort.default(80),
    PUBLIC_HTTPS_PORT: publicPort.default(443),
    ACME_DIRECTORY_URL: z
      .union([z.literal("off"), address(/^https$/, LETS_ENCRYPT)], {
        error: `must be off, or an address such as ${LETS_ENCRYPT}`,
      })
      .default("https://acme-v02.api.letsencrypt.org/directory"),
    ACME_EMAIL: mailAddress.optional(),
    ACME_EAB_KEY_ID: z.string().optional(),
    ACME_EAB_HMAC_KEY: z.string().optional(),
    ACME_CA_FILE: z.string().optional(),
    ACME_ORDERS_PER_HOUR: count.default(80),
    ACME_PAGES_PER_WEEK: count.default(25),
    TLS_CERTIFICATE_FILE: z.string().optional(),
    TLS_KEY_FILE: z.string().optional(),
    CDN_A_KEY: z.string().optional(),
    CDN_A_ZONE: z.string().optional(),
    CDN_B_KEY: z.string().optional(),
    CDN_PURGE: cdnPurge.optional(),
    CDN_PURGE_TOKEN: z.string().optional(),
    METRICS_PORT: port.default(0),
    METRICS_HOST: listenAddress.default("127.0.0.1"),
    OTEL_EXPORTER_OTLP_ENDPOINT: address(/^https?$/, "http://127.0.0.1:4318").optional(),
    PROVIDER_URLS: providerUrls,
    FAST_PATH: choice(["on", "off"]).default("on"),
    SHORTCUTS: choice(["on", "off"]).default("on"),
    LOG_LEVEL: choice(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default(
      "info",
    ),
  })
  .refine((env) => !env.BACKUP_SCHEDULE || env.BACKUP_DIR, {
    path: ["BACKUP_DIR"],
    error: "is required with BACKUP_SCHEDULE",
  })
  .refine((env) => env.CDN_PURGE_TOKEN || (env.CDN_PURGE?.cdn ?? "varnish") === "varnish", {
    path: ["CDN_PURGE_TOKEN"],
    error: "is required with CDN_PURGE, Varnish aside",
  })
  .refine((env) => !env.TLS_CERTIFICATE_FILE === !env.TLS_KEY_FILE, {
    path: ["TLS_KEY_FILE"],
    error: "is required with TLS_CERTIFICATE_FILE, and the other way round",
  })
  .refine((env) => !env.ACME_EAB_KEY_ID === !env.ACME_EAB_HMAC_KEY, {
    path: ["ACME_EAB_HMAC_KEY"],
    error: "is required with ACME_EAB_KEY_ID, and the other way round",
  })
  .transform((raw) => {
    const app_url = new URL(raw.APP_URL ?? `http://localhost:${raw.PORT}`);
    const PAGES_DOMAIN = raw.PAGES_DOMAIN ?? app_url.host;
    const INBOUND_EMAIL_DOMAIN =
      raw.INBOUND_EMAIL_DOMAIN ?? new URL(`http://${PAGES_DOMAIN}`).hostname;
    const MAIL_FROM = raw.MAIL_FROM ?? `status@${new URL(`http://${PAGES_DOMAIN}`).hostname}`;
    const sender = raw.MAIL_FROM?.split("@").at(-1) ?? app_url.hostname;
    const SMTP_EHLO_NAME = raw.SMTP_EHLO_NAME ?? greetingOf(sender);
    const DOMAIN_TARGET = raw.DOMAIN_TARGET ?? app_url.hostname;
    return {
      ...raw,
      APP_URL: app_url.origin,
      PAGES_DOMAIN,
      INBOUND_EMAIL_DOMAIN,
      SMTP_EHLO_NAME,
      // Only a domain that somebody chose for mail is known to receive it.
      RETURN_PATH_DOMAIN: raw.INBOUND_EMAIL_DOMAIN ?? null,
      MAIL_FROM,
      DOMAIN_TARGET,
      DRAIN_SECONDS: raw.DRAIN_SECONDS ?? (raw.NODES > 1 ? DRAIN_SECONDS : 0),
    };
  });

type Settings = Record<string, string | undefined>;

const { shape } = Env.in;

export const SETTINGS: readonly string[] = [
  ...Object.keys(shape),
  ...Object.keys(OidcSettings.shape).flatMap(furtherNames),
  ...FILE_SETTINGS,
];

/** The message is one line that names the variable. */
export class EnvError extends Error {}

function refuse(text: string): never {
  throw new EnvError(text);
}

function parseBy<S extends z.ZodType>(schema: S, given: Settings, number = 1): z.output<S> {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  return refuse(`${numbered(issue?.path.join(".") ?? "", number)}: ${issue?.message}`);
}

function parse(source: Settings) {
  const all = Object.entries({ ...source, ...readSecrets(source, refuse) });
  const given = Object.fromEntries(all.filter(([, value]) => value !== ""));
  const one = (values: Settings, number: number) => parseBy(OidcSettings, values, number);
  const settings = parseBy(Env, given);
  return { ...settings, OIDC_PROVIDERS: readProviders(given, one, refuse) };
}

type Env = ReturnType<typeof parse>;

/** Variables that are already set win over the file. */
export function loadEnvFile(): void {
  try {
    process.loadEnvFile();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT")
      throw new EnvError(`.env: ${(error as Error).message}`);
  }
}

/** Read settings when used, not when a module loads: the server provides some during its start. */
export function env(): Env {
  if (cache.env) return cache.env;
  cache.env = parse(process.env);
  // next-auth knows its own address only from here.
  process.env.NEXTAUTH_URL = cache.env.APP_URL;
  return cache.env;
}

/** Sets what the server finds out during its start, such as the embedded database's address. */
export function provideEnv(found: {
  DATABASE_URL?: string;
  APP_SECRET?: string;
  PORT?: string;
  FRONTS?: string;
  DATABASE_CONNECTIONS?: string;
  APPS?: string;
}): void {
  Object.assign(process.env, found);
  for (const name of Object.keys(found)) delete process.env[`${name}_FILE`];
  cache.env = undefined;
}

// glibc gives each thread a heap that it rarely returns, and raises its threshold for large blocks.
const ALLOCATOR = { MALLOC_ARENA_MAX: "2", MALLOC_MMAP_THRESHOLD_: "131072" };

export function childEnv(changes: Record<string, string>): NodeJS.ProcessEnv {
  return { ...ALLOCATOR, ...process.env, ...changes };
}

const cache = oncePerProcess("env", (): { env?: Env } => ({}));

export function isDevelopment(): boolean {
  return process.env.NODE_ENV === "development";
}
