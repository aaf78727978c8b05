import type { Admin } from "#app/(admin)/_shared/open.ts";
import type { ServiceTarget } from "#lib/services/read.ts";
import type { Service } from "#lib/services/schema.ts";

export type Watched = { admin: Admin; target: ServiceTarget; service: Service };
