import { CookieJar } from "tough-cookie";

const MAX_COOKIES = 50;
const MAX_LENGTH = 4_096;

/** Cookies of one check: a server that sets one before it answers needs it back. */
export class Cookies {
  readonly #jar = new CookieJar(undefined, { allowSecureOnLocal: false });
  #taken = 0;

  take(lines: readonly string[], url: URL): void {
    for (const line of lines) {
      if (line.length > MAX_LENGTH || this.#taken === MAX_COOKIES) continue;
      this.#taken += 1;
      this.#jar.setCookieSync(line, url, { ignoreError: true });
    }
  }

  /** The header for a request. @param configured cookies, which those that were set replace */
  headerFor(url: URL, configured = ""): string {
    const sent = this.#jar.getCookiesSync(url);
    const names = new Set(sent.map(({ key }) => key));
    const own = configured.split(";").map((pair) => pair.trim());
    return [
      ...own.filter((pair) => pair && !names.has(pair.split("=")[0] ?? "")),
      ...sent.map((cookie) => cookie.cookieString()),
    ].join("; ");
  }
}
