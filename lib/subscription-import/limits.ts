/** As much of a file as is sent at once, and all of it. */
export const PIECE_BYTES = 512 * 1_024;
export const MAX_IMPORT_BYTES = 32 * 1_024 * 1_024;
export const MAX_IMPORT_ROWS = 500_000;
