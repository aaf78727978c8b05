import { createTransport } from "nodemailer";
import type { SendMailOptions } from "nodemailer/lib/mailer";
import { env } from "#lib/platform/config/env.ts";
import type { Outcome } from "#lib/platform/http/provider-calls.ts";
import { verdictOnMail } from "#lib/platform/mail/mail-verdict.ts";
import { mailFileName, mailFolder, writeToMaildir } from "#lib/platform/mail/maildir.ts";
import type { Mail } from "#lib/platform/mail/mime.ts";
import { relayOf, sendAlone } from "#lib/platform/mail/relay.ts";
import { mailOutcome } from "#lib/platform/verdict.ts";

/** As a plain text, nodemailer would read lists, names and comments. */
function only(address: string) {
  return { name: "", address };
}

/** @param from the envelope's sender, which receives bounces whatever `From` says */
export function messageOf(
  { message_id, reply_to, headers, ...mail }: Mail,
  from: string,
): SendMailOptions {
  const to = only(mail.to);
  return {
    ...mail,
    to,
    messageId: `<${message_id}>`,
    ...(reply_to && { replyTo: only(reply_to) }),
    headers: { "Auto-Submitted": "auto-generated", ...headers },
    envelope: { from, to },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

async function sendBySmtp(url: string, mail: Mail): Promise<Outcome> {
  try {
    await sendAlone(relayOf(url), messageOf(mail, env().MAIL_FROM));
    return { outcome: "delivered" };
  } catch (error) {
    return mailOutcome(verdictOnMail(error, mail.to));
  }
}

/** @param status_page_id null: the mail belongs to no page */
export async function storeMail(mail: Mail, status_page_id: number | null): Promise<void> {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: "unix" });
  const { message } = await composer.sendMail(messageOf(mail, env().MAIL_FROM));
  await writeToMaildir(mailFolder(), mailFileName(mail, status_page_id), message as Buffer);
}

/** Without SMTP_URL the mail is kept in the mail folder. */
export async function sendMail(mail: Mail): Promise<Outcome> {
  const { SMTP_URL } = env();
  if (SMTP_URL) return sendBySmtp(SMTP_URL, mail);
  await storeMail(mail, null);
  return { outcome: "delivered" };
}
