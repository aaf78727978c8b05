const NAMES = ["next-auth.session-token", "__Secure-next-auth.session-token"];

/** Whether a request comes with a session: then its answer is for its sender alone. Long sessions are split over several cookies. */
export function hasSession(cookie: string | undefined): boolean {
  if (cookie === undefined || !cookie.includes("next-auth.session-token")) return false;
  return cookie.split(";").some((pair) => {
    const name = pair.slice(0, Math.max(0, pair.indexOf("="))).trim();
    return NAMES.some((known) => name === known || name.startsWith(`${known}.`));
  });
}
