type MailAddress = { name: string; address: string };

/** A mail to one person, ready to leave. */
export type Mail = {
  /** Without angle brackets: what stands before and after the `@` of its Message-ID. */
  message_id: string;
  from: MailAddress;
  reply_to: string | null;
  to: string;
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
};
