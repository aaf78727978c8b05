/** Bytes of a mebibyte, in which people are told of limits. */
export const MIB = 1_048_576;

/** Bytes of a call's JSON. */
export const MAX_BODY_BYTES = MIB;

/** Bytes of a picture that is uploaded. */
export const MAX_IMAGE_BYTES = 2 * MIB;

/** Bytes of a form of the application: the largest file that one takes, and the other fields. */
export const MAX_SCREEN_BYTES = MAX_IMAGE_BYTES + MAX_BODY_BYTES;

/**
 * Whether a conditional header (`If-Match`, `If-None-Match`) names this ETag; weak and strong are
 * alike.
 */
export function namesEtag(header: string, etag: string): boolean {
  if (header === etag || header === "*") return true;
  return header.split(",").some((candidate) => candidate.trim().replace(/^W\//, "") === etag);
}

/** The methods of requests that only look. */
export const SAFE_METHODS: readonly string[] = ["GET", "HEAD"];
