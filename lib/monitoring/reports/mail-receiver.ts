import { setTimeout as sleep } from "node:timers/promises";
import { SMTPServer, type SMTPServerDataStream } from "smtp-server";
import { database } from "#db/index.ts";
import { Moved, Moving } from "#lib/core/moves/move.ts";
import { type Context, systemContext } from "#lib/core/request/context.ts";
import { findInboxPage } from "#lib/monitoring/reports/inbox.ts";
import { inboundIdOf, receiveMail, recordTooLarge } from "#lib/monitoring/reports/receive-mail.ts";
import { MailEncryption, SmtpClients } from "#lib/monitoring/reports/smtp-connections.ts";
import { openReportThreads } from "#lib/monitoring/reports/threads.ts";
import { env } from "#lib/platform/config/env.ts";
import { AppError } from "#lib/platform/errors/errors.ts";
import { log } from "#lib/platform/log.ts";
import { readReturnPath } from "#lib/subscribers/return-path.ts";

const MAX_BYTES = 1_048_576;
const MAX_CLIENTS = 50;
const IDLE_MS = 30_000;
const CLOSE_MS = 1_000;
const AGAIN_MS = 2_000;

function refusal(responseCode: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode });
}

/** Accepts mail for services, and mail of ours that comes back. Nothing is relayed. */
async function isKnown(ctx: Context, address: string): Promise<boolean> {
  if (readReturnPath(address)) return true;
  const id = inboundIdOf(address);
  return id !== null && (await findInboxPage(ctx, id)) !== null;
}

/**
 * Reads to the end; an oversized mail is discarded while it arrives.
 * @returns null: too large
 */
async function readStream(stream: SMTPServerDataStream): Promise<Buffer | null> {
  let chunks: Buffer[] = [];
  for await (const chunk of stream) {
    if (stream.sizeExceeded) chunks = [];
    else chunks.push(chunk as Buffer);
  }
  return stream.sizeExceeded ? null : Buffer.concat(chunks);
}

async function receiveStream(
  ctx: Context,
  stream: SMTPServerDataStream,
  recipients: string[],
): Promise<void> {
  const raw = await readStream(stream);
  const taking = raw ? receiveMail(ctx, recipients, { raw }) : recordTooLarge(ctx, recipients);
  await taking.catch((error) => {
    if (error instanceof AppError && error.code === "rate_limited")
      throw refusal(450, "Too many mails for this service");
    if (error instanceof Moved) throw refusal(550, error.message);
    if (!(error instanceof Moving))
      log().error({ err: error }, "receiving a monitoring e-mail failed");
    throw refusal(451, "Try again later");
  });
  if (!raw) throw refusal(552, "The mail is too large");
}

function serverFor(ctx: Context, clients: SmtpClients): SMTPServer {
  const server = new SMTPServer({
    name: env().INBOUND_EMAIL_DOMAIN,
    banner: "Allclear",
    disabledCommands: ["AUTH", "STARTTLS"],
    disableReverseLookup: true,
    size: MAX_BYTES,
    maxClients: MAX_CLIENTS,
    socketTimeout: IDLE_MS,
    closeTimeout: CLOSE_MS,
    logger: false,
    onConnect: (session, done) => {
      const { id, remoteAddress } = session;
      const isAdmitted = clients.admit(id, remoteAddress, () => {
        for (const connection of server.connections) if (connection.id === id) connection.close();
      });
      if (!isAdmitted) return done(refusal(421, "Too many connections"));
      encryption.isOffered().then((isOffered) => {
        if (isOffered) session.disabledCommands = ["AUTH"];
        done();
      }, done);
    },
    onClose: ({ id }) => clients.forget(id),
    onRcptTo: ({ address }, { id }, done) => {
      const ask = async () => {
        if (clients.isProbing(id)) throw refusal(421, "Too many unknown recipients");
        if (await isKnown(ctx, address)) return;
        clients.countRefusal(id);
        throw refusal(550, "There is no such recipient");
      };
      ask().then(() => done(), done);
    },
    onData: (stream, { envelope }, done) => {
      const to = envelope.rcptTo.map(({ address }) => address);
      receiveStream(ctx, stream, to).then(() => done(), done);
    },
  });
  const encryption = new MailEncryption(server);
  server.on("error", (error) => log().warn({ err: error }, "mail receiver"));
  return server;
}

async function listenOn(server: SMTPServer, stop: AbortSignal): Promise<void> {
  const { INBOUND_SMTP_PORT: port, HOST: host } = env();
  while (!stop.aborted && !server.server.listening) {
    server.listen(port, host);
    await sleep(AGAIN_MS, undefined, { signal: stop }).catch(() => {});
  }
}

/**
 * Receives mail for services at INBOUND_SMTP_PORT.
 * @returns stops it
 */
export function openMailReceiver(): () => Promise<void> {
  const stop = new AbortController();
  const clients = new SmtpClients();
  const closeThreads = openReportThreads();
  const server = serverFor(systemContext(database(), "inbound-mail"), clients);
  const listening = listenOn(server, stop.signal);
  return async () => {
    stop.abort();
    await listening;
    await new Promise<void>((resolve) => server.close(resolve));
    clients.removeAll();
    await closeThreads();
  };
}
