/** Bytes of a mebibyte, in which people are told of limits. */
export const MIB = 1_048_576;

/** Bytes of a call's JSON. */
export const MAX_BODY_BYTES = MIB;

/** Bytes of a picture that is uploaded. */
export const MAX_IMAGE_BYTES = 2 * MIB;

/** Bytes of a form of the application: the largest file that one takes, and the other fields. */
export const MAX_SCREEN_BYTES = MAX_IMAGE_BYTES + MAX_BODY_BYTES;
