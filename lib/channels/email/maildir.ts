import type { Channel } from "#lib/channels/channel.ts";
import {
  type EmailMessage,
  type Letters,
  mailOf,
  rendering,
} from "#lib/channels/email/template.ts";
import { delivered } from "#lib/channels/verdict.ts";
import { keepMail } from "#lib/platform/mail/send.ts";

/** E-mail of a page on a machine without a mail server: it stays in the mail folder. */
export function maildir(letters: Letters, status_page_id: number): Channel<EmailMessage> {
  return {
    kind: "email",
    batch: 1,
    living: true,
    hostOf: () => "maildir",
    render: rendering(letters),
    handOver: (handed) =>
      Promise.all(
        handed.map(async ({ message }) => {
          await keepMail(mailOf(message), status_page_id);
          return delivered("kept in the maildir");
        }),
      ),
  };
}
