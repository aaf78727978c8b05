const HINT_LENGTH = 4;
// A hint would reveal too much of a shorter secret.
const MIN_HINTED = 16;

export const MASK = "…";

export function maskSecret(key: string): string {
  return key.length < MIN_HINTED ? MASK : `${MASK}${key.slice(-HINT_LENGTH)}`;
}

export function shortUrl(url: string): string {
  const [, place = url] = /^https?:\/\/(?:[^/?#]*@)?([^?#]*)/i.exec(url) ?? [];
  return place.replace(/\/$/, "");
}

/** @returns the host and the end of the path; null when it is not an address */
export function maskUrl(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const { protocol, host, pathname, search } = new URL(address);
  return `${protocol}//${host}/${maskSecret(pathname + search)}`;
}
