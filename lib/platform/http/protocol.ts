export const MIB = 1_048_576;

export const MAX_BODY_BYTES = MIB;

export const MAX_IMAGE_BYTES = 2 * MIB;

/** Pixels of a picture in an update; larger ones are scaled down. */
export const MAX_PICTURE_SIZE = { width: 1_600, height: 2_000 };

/** The largest file that a form takes, and its other fields. */
export const MAX_SCREEN_BYTES = MAX_IMAGE_BYTES + MAX_BODY_BYTES;

/** Compares `If-Match` and `If-None-Match`; weak and strong ETags are equal. */
export function namesEtag(header: string, etag: string): boolean {
  if (header === etag || header === "*") return true;
  return header.split(",").some((candidate) => candidate.trim().replace(/^W\//, "") === etag);
}

export const SAFE_METHODS: readonly string[] = ["GET", "HEAD"];
