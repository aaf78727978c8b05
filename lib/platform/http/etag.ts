/**
 * Whether a conditional header (`If-Match`, `If-None-Match`) names this ETag; weak and strong are
 * alike.
 */
export function namesEtag(header: string, etag: string): boolean {
  if (header === etag || header === "*") return true;
  return header.split(",").some((candidate) => candidate.trim().replace(/^W\//, "") === etag);
}
