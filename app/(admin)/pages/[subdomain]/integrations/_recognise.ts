import type { ChatType } from "#lib/channels/channel.ts";
import { recognizeChat } from "#lib/channels/chat-addresses.ts";
import type { KindName } from "./_kinds.ts";

type Secrets = { key?: string; password?: string };
type Open = { user?: string; username?: string; relay?: string; port?: string };

/** Pasted text of a kind of integration, or the address of a chat. */
type Recognised =
  | { kind: KindName; secrets: Secrets; open: Open }
  | { chat: ChatType | "retired_teams" };

type Shape = { kind: KindName; pattern: RegExp; field: "key" | "user" };

// As their vendors form them.
const SHAPES: readonly Shape[] = [
  { kind: "sendgrid", pattern: /^SG\.[\w-]{8,}\.[\w-]{16,}$/, field: "key" },
  { kind: "twilio", pattern: /^AC[\da-f]{32}$/i, field: "user" },
  { kind: "mailgun", pattern: /^key-[\da-f]{32}$/i, field: "key" },
  { kind: "mailgun", pattern: /^[\da-f]{32}-[\da-f]{8}-[\da-f]{8}$/i, field: "key" },
  { kind: "newrelic", pattern: /^NRAK-[\dA-Z]{16,}$/, field: "key" },
  { kind: "calendar", pattern: /^webcals?:\/\/\S+$/i, field: "key" },
  { kind: "calendar", pattern: /^https?:\/\/\S+\.ics(?:\?\S*)?$/i, field: "key" },
];

const PORTS: Record<string, string> = { "smtp:": "587", "smtps:": "465" };

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part) || undefined;
  } catch {
    return part;
  }
}

/** `smtp://user:password@host:port`, or a host that is called like a mail server. */
function mailServer(pasted: string): Recognised | null {
  const named = /^smtp[\w-]*(?:\.[\w-]+)+(?::\d{1,5})?$/i.test(pasted)
    ? `smtp://${pasted}`
    : pasted;
  if (!/^smtps?:\/\//i.test(named) || !URL.canParse(named)) return null;
  const { protocol, hostname, port, username, password } = new URL(named);
  if (hostname === "") return null;
  const open = { relay: hostname, port: port || PORTS[protocol] || "587" };
  const user = decoded(username);
  const secret = decoded(password);
  return {
    kind: "smtp",
    open: user ? { ...open, username: user } : open,
    secrets: secret ? { password: secret } : {},
  };
}

/** @returns null: nothing that we know */
export function recognise(typed: string): Recognised | null {
  const pasted = typed.trim();
  const chat = recognizeChat(pasted);
  if (chat) return { chat };
  const shape = SHAPES.find(({ pattern }) => pattern.test(pasted));
  if (!shape) return mailServer(pasted);
  const { kind, field } = shape;
  return field === "key"
    ? { kind, secrets: { key: pasted }, open: {} }
    : { kind, secrets: {}, open: { user: pasted } };
}

/** Where the form of what was pasted is; no secret stands in an address. */
export function addressOf(subdomain: string, found: Recognised | null): string {
  const path = `/pages/${subdomain}/integrations/new`;
  if (!found) return `${path}?unknown=1`;
  if ("chat" in found) return `${path}?chat=${found.chat}`;
  return `${path}?${new URLSearchParams({ kind: found.kind, ...found.open })}`;
}
