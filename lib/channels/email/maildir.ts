import type { Channel } from "#lib/channels/channel.ts";
import {
  type EmailMessage,
  type Letters,
  mailOf,
  rendering,
} from "#lib/channels/email/template.ts";
import { delivered } from "#lib/channels/verdict.ts";
import { keepMail } from "#lib/mail/send.ts";

/** E-mail on a machine without a mail server: it stays in a folder. */
export function maildir(letters: Letters): Channel<EmailMessage> {
  return {
    kind: "email",
    batch: 1,
    living: true,
    hostOf: () => "maildir",
    render: rendering(letters),
    handOver: (handed) =>
      Promise.all(
        handed.map(async ({ message }) => {
          await keepMail(mailOf(message));
          return delivered("kept in the maildir");
        }),
      ),
  };
}
