import type { Channel, Recipient, Story } from "#lib/channels/channel.ts";
import { type Mail, rawMail, type Skeleton, skeletonOf } from "#lib/platform/mail/mime.ts";
import {
  AT_BLANKS,
  blank,
  blankName,
  filled,
  hasBlanks,
  type Values,
} from "#lib/platform/mail/placeholders.ts";

/** A mail with blanks. */
export type Template = Omit<Mail, "to" | "message_id">;

/** A mail to one of many. */
export type EmailMessage = { template: Template; values: Values };

/** How a story becomes a mail. */
export type Letters = {
  templateOf(story: Story): Template;
  valuesOf(story: Story, recipient: Recipient): Values;
};

/** How every channel of e-mail renders. */
export function rendering(letters: Letters): Channel<EmailMessage>["render"] {
  return (story, recipient) => ({
    template: letters.templateOf(story),
    values: letters.valuesOf(story, recipient),
  });
}

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

export function inHtml(value: string): string {
  return value.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign);
}

/** The mail as its recipient gets it. */
export function mailOf({ template, values }: EmailMessage): Mail {
  const plain = (text: string) => filled(text, (name) => values[name] ?? "");
  const headers = Object.entries(template.headers).map(([name, text]) => [name, plain(text)]);
  return {
    ...template,
    message_id: values.message_id,
    to: values.email,
    subject: plain(template.subject),
    text: plain(template.text),
    html: filled(template.html, (name) => inHtml(values[name] ?? "")),
    headers: Object.fromEntries(headers),
  };
}

const skeletons = new WeakMap<Template, Skeleton>();

function skeletonFor(template: Template): Skeleton {
  const known = skeletons.get(template);
  if (known) return known;
  const all = Object.entries(template.headers);
  const [own, same] = [true, false].map((wanted) =>
    Object.fromEntries(all.filter(([, value]) => hasBlanks(value) === wanted)),
  );
  const message_id = { To: `<${blank("email")}>`, "Message-ID": `<${blank("message_id")}>` };
  const headers = { ...template, headers: same ?? {} };
  const made = skeletonOf(headers, AT_BLANKS, { ...message_id, ...own });
  skeletons.set(template, made);
  return made;
}

/** As it goes over the wire; null: its address has to be spelled by who knows more of that. */
export function rawOf({ template, values }: EmailMessage): string | null {
  if (!/^[!-;=?-~]+$/.test(values.email)) return null;
  const ownOf = (found: string) => values[blankName(found)] ?? "";
  return rawMail(skeletonFor(template), {
    plain: (found) => ownOf(found).replaceAll("> <", ">\r\n <"),
    html: (found) => inHtml(ownOf(found)),
  });
}
