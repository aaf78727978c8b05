export type Account = { name: string; url: string };

const WEB = /^https?:\/\//i;
const ON_A_SERVER = /^@?([\w.-]+)@([a-z0-9-]+(?:\.[a-z0-9-]+)+)$/i;
const PLAIN = /^@?(\w{1,50})$/;

/**
 * The account that a screen name is: `@acme@social.example` on a server of the fediverse, a web
 * address as it is, a bare name on the network whose clients send it so. null: it is none of these.
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
