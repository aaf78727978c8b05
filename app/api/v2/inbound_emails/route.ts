import { z } from "zod";
import { endpoint } from "#lib/api/endpoint.ts";
import { route } from "#lib/api/route.ts";
import { receivePostedMails, recordTooLarge } from "#lib/monitoring/reports/receive-mail.ts";
import { MailReceipt } from "#lib/monitoring/reports/schema.ts";

const take = endpoint(
  {
    operation: "takeInboundEmail",
    summary: "Receive a monitoring e-mail",
    description:
      "For inbound webhooks of mail providers: the mail as it came (`message/rfc822`), or the form or JSON of Amazon SES (by SNS), Brevo, CloudMailin, Mailgun, MailerSend, Mailjet, Mandrill, Postal, Postmark, SendGrid and SparkPost. It counts for services whose `inbound_email_address` it was delivered to, and is answered with 200 where there is one, understood or not: providers would send it again. A form that is not known is answered with 422.",
    tag: "Monitoring",
    access: "path",
    extension: true,
    params: z.object({}),
    upload: { types: ["message/rfc822", "multipart/form-data", "*/*"], max_bytes: 1_048_576 },
    response: z.object({ emails: z.array(MailReceipt) }),
  },
  async ({ ctx, file, request_url }) => ({
    emails: await receivePostedMails(ctx, request_url, file),
  }),
  ({ ctx, request_url }) =>
    recordTooLarge(ctx, new URL(request_url).searchParams.getAll("recipient")),
);

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS, endpoints } = route({ POST: take });
