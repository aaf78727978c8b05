"use server";
import { action } from "#lib/api/actions.ts";
import { fieldsIn, textIn } from "#lib/core/forms/read.ts";
import { currentUser } from "#lib/identity/sessions/session.ts";
import { EmailPreview, sendTestMail } from "#lib/notifications/email-preview.ts";

/** Sends what is typed, saved or not, to the address of whoever asks for it. */
export const testMailAction = action(
  "testMailAction",
  {
    input: EmailPreview,
    read: (form) =>
      fieldsIn(form, {
        kind: textIn,
        email_layout_template: textIn,
        email_confirmation_template: textIn,
        email_notification_template: textIn,
      }),
  },
  async ({ ctx, target, input, t }) => {
    const user = await currentUser();
    const reason = await sendTestMail(ctx, target, input, user?.email ?? "");
    if (reason === null) return { text: t("admin_emails.test.done") };
    return { text: t("admin_emails.test.failed", { reason }) };
  },
);
