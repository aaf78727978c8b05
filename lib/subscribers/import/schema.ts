import { z } from "zod";
import { SUBSCRIPTION_TYPES } from "#lib/channels/channel.ts";
import { named } from "#lib/core/fields/schema.ts";
import { limited } from "#lib/core/fields/text.ts";
import { wireTime } from "#lib/core/fields/time.ts";
import { choice } from "#lib/core/fields/value.ts";
import { IMPORT_FIELDS } from "#lib/subscribers/import/fields.ts";
import { MAX_IMPORT_BYTES, PIECE_BYTES } from "#lib/subscribers/import/limits.ts";
import { ENCODINGS, SEPARATORS } from "#lib/subscribers/import/text.ts";
import { SUBSCRIPTION_FILTERS } from "#lib/subscribers/schema.ts";

export const ROW_FATES = ["added", "changed", "same", "duplicate", "refused"] as const;
export type RowFate = (typeof ROW_FATES)[number];
export type Counts = Partial<Record<RowFate | "asked", number>>;

const IMPORT_STATES = ["uploading", "checking", "checked", "importing", "done"] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

export const Problem = z.object({
  row: z.int().meta({ description: "The line of the file where the row ends" }),
  column: z.string().meta({ description: "A field, `base` for the row, or the name of a column" }),
  code: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
});
export type Problem = z.infer<typeof Problem>;

const MAX_SOURCE = 500;
const MAX_COLUMNS = 100;

export const Layout = z.object({
  encoding: z.enum(ENCODINGS),
  separator: z.enum(SEPARATORS),
  header_row: z.int().nullable(),
  columns: z.array(
    z.object({
      name: z.string().meta({ description: "Empty in a file without a header" }),
      field: z.enum(IMPORT_FIELDS).nullable().meta({ description: "null: the column is not read" }),
      samples: z.array(z.string()).meta({ description: "Its first cells" }),
    }),
  ),
  consent_source: z.string().nullable(),
});
export type Layout = z.infer<typeof Layout>;

export const PreviewRow = z.object({
  row: z.int(),
  fate: z.enum(ROW_FATES),
  asked: z.boolean().meta({ description: "Whether the subscriber must confirm first" }),
  type: z.enum(SUBSCRIPTION_TYPES).nullable(),
  address: z.string().nullable().meta({ description: "Numbers and URLs by their ends only" }),
  filter: z.enum(SUBSCRIPTION_FILTERS).nullable(),
  service_ids: z.array(z.int()),
  incident_types: z.array(z.string()),
  problem: Problem.nullable(),
});
export type PreviewRow = z.infer<typeof PreviewRow>;

export const LayoutChange = z.object({
  header: choice(["first_row", "none"]),
  fields: z
    .array(z.enum(IMPORT_FIELDS).nullable())
    .max(MAX_COLUMNS)
    .nullish()
    .transform((fields) => (fields?.length ? fields : undefined))
    .meta({ description: "What each column holds, in order; null: it is not read" }),
  consent_source: limited(MAX_SOURCE)
    .nullish()
    .transform((text) => text || undefined)
    .meta({ description: "Where people agreed, for rows that say only when" }),
});
export type LayoutChange = Partial<z.output<typeof LayoutChange>>;

export const UpdateImport = LayoutChange.extend({
  state: choice(IMPORT_STATES).meta({
    description:
      "`importing` starts the import of a checked file. Not together with the others, which have the file checked again",
  }),
});
export type UpdateImport = Partial<z.output<typeof UpdateImport>>;

export const SubscriptionImport = z.object({
  id: z.int(),
  name: z.string(),
  state: z.enum(IMPORT_STATES),
  row_count: z.int().meta({ description: "Rows checked, or imported, so far" }),
  total: z.int().nullable(),
  counts: z.object({
    ...Object.fromEntries(ROW_FATES.map((fate) => [fate, z.int()])),
    asked: z.int(),
  } as Record<RowFate | "asked", z.ZodInt>),
  layout: Layout.nullable(),
  preview: z.array(PreviewRow).meta({ description: "What the first rows become" }),
  problems: z.array(Problem).meta({ description: "The first 200" }),
  inserted_at: wireTime,
});
export type SubscriptionImport = z.infer<typeof SubscriptionImport>;

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

named(UpdateImport, "UpdateSubscriptionImport");
named(SubscriptionImport, "SubscriptionImport");
