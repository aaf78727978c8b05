import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { createTransport, type Transporter } from "nodemailer";
import type { SendMailOptions } from "nodemailer/lib/mailer";
import SMTPConnection from "nodemailer/lib/smtp-connection";
import type { SMTPPoolOptions } from "nodemailer/lib/smtp-pool";
import { env } from "#lib/platform/config/env.ts";
import { withTimeout } from "#lib/platform/errors/time-limit.ts";
import { connectTo } from "#lib/platform/http/http.ts";
import { NO_SMTPUTF8 } from "#lib/platform/mail/mail-verdict.ts";

export type Relay = {
  host: string;
  port: number;
  /** False: STARTTLS where the server offers it. */
  secure: boolean;
  user: string | null;
  password: string | null;
  /** A tenant's server must not have a private address. */
  is_tenants: boolean;
};

const MAX_CONNECTIONS = 20;
const LIMITS = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 30_000 };
const SUBMISSION_PORT = 587;
const SECURE_PORT = 465;
const ASK_MS = 2_000;
const MAX_POOLS = 100;
const IDLE_MS = 60_000;

export function relayOf(url: string): Relay {
  const { hostname, port, protocol, username, password } = new URL(url);
  const secure = protocol === "smtps:";
  return {
    host: hostname.replace(/^\[(.*)\]$/, "$1"),
    port: Number(port) || (secure ? SECURE_PORT : SUBMISSION_PORT),
    secure,
    user: username ? decodeURIComponent(username) : null,
    password: password ? decodeURIComponent(password) : null,
    is_tenants: false,
  };
}

export function tenantsRelay(
  host: string,
  port: number | null,
  auth: { user: string | null; password: string | null },
): Relay {
  const known = port ?? SUBMISSION_PORT;
  return { host, port: known, secure: known === SECURE_PORT, ...auth, is_tenants: true };
}

function optionsFor({ host, port, secure, user, password, is_tenants }: Relay): SMTPPoolOptions {
  const { SMTP_EHLO_NAME: name } = env();
  return {
    host,
    port,
    secure,
    // Otherwise the machine's name, which relays refuse when it has no dot.
    ...(name !== null && { name }),
    ...(user !== null && { auth: { user, pass: password ?? "" } }),
    ...LIMITS,
    ...(is_tenants && {
      getSocket: (_options, callback) => {
        connectTo(host, port, LIMITS.connectionTimeout).then(
          (connection) => callback(null, { connection }),
          (error) => callback(error),
        );
      },
    }),
  };
}

function open(relay: Relay): Transporter {
  const pool = { pool: true, maxConnections: MAX_CONNECTIONS, idleTimeout: IDLE_MS } as const;
  return createTransport({ ...optionsFor(relay), ...pool });
}

const pools = new LRUCache<string, Transporter>({
  max: MAX_POOLS,
  dispose: (transport) => transport.close(),
});

/** The extensions that a relay lists in its answer to EHLO. */
async function readExtensions(relay: Relay): Promise<string> {
  const { getSocket: _, ...options } = optionsFor(relay);
  const { host, port, is_tenants } = relay;
  const socket = is_tenants && (await connectTo(host, port, LIMITS.connectionTimeout));
  const connection = new SMTPConnection({ ...options, ...(socket && { connection: socket }) });
  try {
    await new Promise<void>((resolve, reject) => {
      connection.on("error", reject);
      connection.connect((error) => (error ? reject(error) : resolve()));
    });
    return String(connection.lastServerResponse);
  } finally {
    connection.close();
  }
}

const CAPABILITY_MS = 10 * 60_000;
const takesUtf8 = new LRUCache<string, Promise<boolean>>({ max: MAX_POOLS, ttl: CAPABILITY_MS });

function keyOf(relay: Relay): string {
  return createHash("sha256").update(JSON.stringify(relay)).digest("base64");
}

/** Asked once in ten minutes: nodemailer would send 8-bit addresses to any server. */
async function announcesUtf8(relay: Relay): Promise<boolean> {
  const key = keyOf(relay);
  const asked =
    takesUtf8.get(key) ?? readExtensions(relay).then((said) => /[ -]SMTPUTF8\b/i.test(said));
  takesUtf8.set(key, asked);
  return asked.catch((error) => {
    takesUtf8.delete(key);
    throw error;
  });
}

// Domains are sent as punycode.
const BEYOND_ASCII = /[\u0080-\u{10ffff}].*@/u;

export function isBeyondAscii(address: string): boolean {
  return BEYOND_ASCII.test(address);
}

/** Whether a relay takes addresses beyond ASCII; true when it does not say within two seconds. */
export async function mayTakeUtf8(relay: Relay): Promise<boolean> {
  let takes = true;
  const asked = announcesUtf8(relay).then(
    (announces) => {
      takes = announces;
    },
    () => {},
  );
  await withTimeout(ASK_MS, asked);
  return takes;
}

/** @throws {MailError} for an address that the relay cannot take */
async function checkAddresses(relay: Relay, { envelope }: SendMailOptions): Promise<void> {
  if (!isBeyondAscii(JSON.stringify(envelope))) return;
  if (!(await announcesUtf8(relay))) throw Object.assign(new Error(), { code: NO_SMTPUTF8 });
}

/** Reuses pooled connections and closes one that failed. */
export async function sendThrough(
  relay: Relay,
  message: SendMailOptions,
): Promise<{ response: string }> {
  await checkAddresses(relay, message);
  const key = keyOf(relay);
  const pool = pools.get(key) ?? open(relay);
  pools.set(key, pool);
  const { response = "" } = await pool.sendMail(message);
  return { response };
}

export async function sendAlone(relay: Relay, message: SendMailOptions): Promise<void> {
  await checkAddresses(relay, message);
  const transport = createTransport(optionsFor(relay));
  await transport.sendMail(message).finally(() => transport.close());
}

/** @throws when it cannot be reached, or refuses the credentials */
export async function verifyRelay(relay: Relay): Promise<void> {
  const transport = createTransport(optionsFor(relay));
  await transport.verify().finally(() => transport.close());
}

export function closeRelays(): void {
  pools.clear();
  takesUtf8.clear();
}
