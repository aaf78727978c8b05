import { MIB } from "#lib/platform/http/protocol.ts";

export const PIECE_BYTES = MIB / 2;
export const MAX_IMPORT_BYTES = 32 * MIB;
export const MAX_IMPORT_ROWS = 500_000;
