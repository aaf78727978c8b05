const GOOGLE = "https://calendar.google.com/calendar/render";
const OUTLOOK = "https://outlook.live.com/calendar/0/addfromweb";

/** Calendar programs subscribe to it; browsers download the same by HTTP. */
export function webcalUrl(url: string): string {
  return url.replace(/^https?:/, "webcal:");
}

export function calendarServices(
  name: string,
  address: string,
): Record<"google" | "outlook", string> {
  return {
    google: `${GOOGLE}?${new URLSearchParams({ cid: webcalUrl(address) })}`,
    outlook: `${OUTLOOK}?${new URLSearchParams({ url: address, name })}`,
  };
}

export type Account = { name: string; url: string };

const WEB = /^https?:\/\//i;
const ON_A_SERVER = /^@?([\w.-]+)@([a-z0-9-]+(?:\.[a-z0-9-]+)+)$/i;
const PLAIN = /^@?(\w{1,50})$/;

/**
 * Reads a screen name: `@acme@social.example` in the fediverse, a URL, or a bare name on X. null:
 * none of these.
 */
export function accountOf(screenName: string): Account | null {
  const given = screenName.trim();
  if (WEB.test(given)) {
    const url = URL.canParse(given) ? new URL(given) : null;
    return url && { name: `${url.host}${url.pathname.replace(/\/$/, "")}`, url: url.href };
  }
  const [, user, server] = ON_A_SERVER.exec(given) ?? [];
  if (user && server) return { name: `@${user}@${server}`, url: `https://${server}/@${user}` };
  const [, name] = PLAIN.exec(given) ?? [];
  return name ? { name: `@${name}`, url: `https://x.com/${name}` } : null;
}
