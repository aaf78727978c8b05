import { join } from "node:path";
import { createTransport } from "nodemailer";
import { env } from "#lib/env.ts";
import type { Mail } from "#lib/mail/mail.ts";
import { putIntoMaildir } from "#lib/mail/maildir.ts";
import { type MailError, verdictOn } from "#lib/mail/verdict.ts";
import type { Outcome } from "#lib/outgoing/outcome.ts";

const LIMITS = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 60_000 };

/** One address: as a text it would be read as a list, with names, groups and comments. */
function only(address: string) {
  return { name: "", address };
}

/** Whatever a mail says in `From`, bounces come to the address that this server may send from. */
function messageOf({ message_id, reply_to, headers, ...mail }: Mail) {
  const to = only(mail.to);
  return {
    ...mail,
    to,
    messageId: `<${message_id}>`,
    ...(reply_to && { replyTo: only(reply_to) }),
    headers: { "Auto-Submitted": "auto-generated", ...headers },
    envelope: { from: env().MAIL_FROM, to },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

async function sendBySmtp(url: string, mail: Mail): Promise<Outcome> {
  const { hostname, port, protocol, username, password } = new URL(url);
  const transport = createTransport({
    host: hostname.replace(/^\[(.*)\]$/, "$1"),
    ...(port && { port: Number(port) }),
    secure: protocol === "smtps:",
    ...(username && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    }),
    ...LIMITS,
  });
  try {
    await transport.sendMail(messageOf(mail));
    return { outcome: "delivered" };
  } catch (error) {
    return verdictOn(error as MailError);
  } finally {
    transport.close();
  }
}

async function keep(mail: Mail): Promise<Outcome> {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: "unix" });
  const { message } = await composer.sendMail(messageOf(mail));
  const name = mail.message_id.replaceAll(/[^\w.@-]/g, "_");
  await putIntoMaildir(join(env().DATA_DIR, "mail"), name, message as Buffer);
  return { outcome: "delivered" };
}

/** Sends a mail by SMTP_URL; without one it is kept in the maildir `mail` under DATA_DIR. */
export async function sendMail(mail: Mail): Promise<Outcome> {
  const { SMTP_URL } = env();
  return SMTP_URL ? sendBySmtp(SMTP_URL, mail) : keep(mail);
}
