import { now } from "#lib/platform/clock.ts";

type Cookie = { name: string; value: string; host: string; isShared: boolean; isSecure: boolean };

const MAX_COOKIES = 50;
const MAX_LENGTH = 4_096;

function covers({ host, isShared }: Pick<Cookie, "host" | "isShared">, name: string): boolean {
  return name === host || (isShared && name.endsWith(`.${host}`));
}

/** Cookies of one check: a server that sets one before it answers needs it back. */
export class Cookies {
  #kept: Cookie[] = [];

  take(lines: readonly string[], { hostname }: URL): void {
    for (const line of lines) if (line.length <= MAX_LENGTH) this.#set(line, hostname);
  }

  #set(line: string, hostname: string): void {
    const [pair = "", ...rest] = line.split(";").map((part) => part.trim());
    const [, name, value] = /^([^=]+)=(.*)$/.exec(pair) ?? [];
    if (name === undefined || value === undefined) return;
    const attributes = new Map(
      rest.map((part) => {
        const [key = "", ...words] = part.split("=");
        return [key.trim().toLowerCase(), words.join("=").trim()];
      }),
    );
    const domain = attributes.get("domain")?.replace(/^\./, "").toLowerCase();
    const isShared = domain?.includes(".") === true;
    const cookie = { name, value, host: domain || hostname, isShared };
    if (!covers(cookie, hostname)) return;
    this.#kept = this.#kept.filter((one) => one.name !== name || one.host !== cookie.host);
    const age = attributes.get("max-age");
    const isOver =
      age === undefined
        ? Date.parse(attributes.get("expires") ?? "") < now().getTime()
        : Number(age) <= 0;
    if (isOver || this.#kept.length >= MAX_COOKIES) return;
    this.#kept.push({ ...cookie, isSecure: attributes.has("secure") });
  }

  /** The header for a request. @param configured cookies, which those that were set replace */
  headerFor({ hostname, protocol }: URL, configured = ""): string {
    const sent = this.#kept.filter(
      (cookie) => covers(cookie, hostname) && (!cookie.isSecure || protocol === "https:"),
    );
    const names = new Set(sent.map(({ name }) => name));
    const own = configured.split(";").map((pair) => pair.trim());
    return [
      ...own.filter((pair) => pair && !names.has(pair.split("=")[0] ?? "")),
      ...sent.map(({ name, value }) => `${name}=${value}`),
    ].join("; ");
  }
}
