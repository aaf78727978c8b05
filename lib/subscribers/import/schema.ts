import { z } from "zod";
import { MAX_IMPORT_BYTES, PIECE_BYTES } from "#lib/subscribers/import/limits.ts";

export const ROW_FATES = ["added", "changed", "same", "duplicate", "refused"] as const;
export type RowFate = (typeof ROW_FATES)[number];
export type Counts = Partial<Record<RowFate | "asked", number>>;

const IMPORT_STATES = ["uploading", "checking", "checked", "importing", "done"] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

export const Problem = z.object({
  row: z.int(),
  column: z.string(),
  code: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
});
export type Problem = z.infer<typeof Problem>;

export const UploadPiece = z.object({
  import_id: z.coerce.number().int().positive().optional(),
  name: z.string().trim().min(1).max(255),
  place: z.coerce
    .number()
    .int()
    .min(0)
    .max(MAX_IMPORT_BYTES / PIECE_BYTES),
  is_last: z.boolean(),
  piece: z.instanceof(File),
});
