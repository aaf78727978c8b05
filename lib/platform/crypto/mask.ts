const HINT_LENGTH = 4;
// What is shorter would be told by its hint.
const MIN_HINTED = 16;

/** Stands for what is not shown. */
export const MASK = "…";

/** What is shown of a secret: its end. */
export function maskSecret(key: string): string {
  return key.length < MIN_HINTED ? MASK : `${MASK}${key.slice(-HINT_LENGTH)}`;
}

/** An address without scheme, user and query: as people tell one from another. */
export function shortUrl(url: string): string {
  const [, place = url] = /^https?:\/\/(?:[^/?#]*@)?([^?#]*)/i.exec(url) ?? [];
  return place.replace(/\/$/, "");
}

/** What is shown of a secret address: its host, and the end of what follows; null: it is none. */
export function maskUrl(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const { protocol, host, pathname, search } = new URL(address);
  return `${protocol}//${host}/${maskSecret(pathname + search)}`;
}
