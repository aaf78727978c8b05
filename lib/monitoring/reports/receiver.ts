import { setTimeout as sleep } from "node:timers/promises";
import { SMTPServer, type SMTPServerDataStream } from "smtp-server";
import { database } from "#db/index.ts";
import { type Context, systemContext } from "#lib/core/request/context.ts";
import { Encryption } from "#lib/monitoring/reports/encryption.ts";
import { Guests } from "#lib/monitoring/reports/guests.ts";
import { findInboxPage } from "#lib/monitoring/reports/inbox.ts";
import { inboundIdOf, noteTooLarge, takeMail } from "#lib/monitoring/reports/take-mail.ts";
import { openReportThreads } from "#lib/monitoring/reports/threads.ts";
import { env } from "#lib/platform/config/env.ts";
import { AppError } from "#lib/platform/errors/errors.ts";
import { log } from "#lib/platform/log.ts";

const MAX_BYTES = 1_048_576;
const MAX_CLIENTS = 50;
const IDLE_MS = 30_000;
const CLOSE_MS = 1_000;
const AGAIN_MS = 2_000;

function refusal(responseCode: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode });
}

/** Mails for services that exist are taken, others refused: nothing is passed on. */
async function isKnown(ctx: Context, address: string): Promise<boolean> {
  const id = inboundIdOf(address);
  return id !== null && (await findInboxPage(ctx, id)) !== null;
}

/**
 * A mail as it is sent, to its end; what is too large is not kept, however much of it comes.
 * @returns null: it is too large
 */
async function readStream(stream: SMTPServerDataStream): Promise<Buffer | null> {
  let chunks: Buffer[] = [];
  for await (const chunk of stream) {
    if (stream.sizeExceeded) chunks = [];
    else chunks.push(chunk as Buffer);
  }
  return stream.sizeExceeded ? null : Buffer.concat(chunks);
}

async function takeStream(
  ctx: Context,
  stream: SMTPServerDataStream,
  recipients: string[],
): Promise<void> {
  const raw = await readStream(stream);
  const taking = raw ? takeMail(ctx, recipients, { raw }) : noteTooLarge(ctx, recipients);
  await taking.catch((error) => {
    if (error instanceof AppError && error.code === "rate_limited")
      throw refusal(450, "Too many mails for this service");
    log().error({ err: error }, "a mail could not be taken");
    throw refusal(451, "Try again later");
  });
  if (!raw) throw refusal(552, "The mail is too large");
}

function serverFor(ctx: Context, guests: Guests): SMTPServer {
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
      const mayStay = guests.admit(id, remoteAddress, () => {
        for (const connection of server.connections) if (connection.id === id) connection.close();
      });
      if (!mayStay) return done(refusal(421, "Too many connections"));
      encryption.isOffered().then((isOffered) => {
        if (isOffered) session.disabledCommands = ["AUTH"];
        done();
      }, done);
    },
    onClose: ({ id }) => guests.forget(id),
    onRcptTo: ({ address }, { id }, done) => {
      const ask = async () => {
        if (guests.isTiresome(id)) throw refusal(421, "Too many unknown recipients");
        if (await isKnown(ctx, address)) return;
        guests.noteRefusal(id);
        throw refusal(550, "There is no such recipient");
      };
      ask().then(() => done(), done);
    },
    onData: (stream, { envelope }, done) => {
      const to = envelope.rcptTo.map(({ address }) => address);
      takeStream(ctx, stream, to).then(() => done(), done);
    },
  });
  const encryption = new Encryption(server);
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
 * @returns a function that ends it
 */
export function openReceiver(): () => Promise<void> {
  const stop = new AbortController();
  const guests = new Guests();
  const closeThreads = openReportThreads();
  const server = serverFor(systemContext(database(), "inbound-mail"), guests);
  const listening = listenOn(server, stop.signal);
  return async () => {
    stop.abort();
    await listening;
    await new Promise<void>((resolve) => server.close(resolve));
    guests.forgetAll();
    await closeThreads();
  };
}
