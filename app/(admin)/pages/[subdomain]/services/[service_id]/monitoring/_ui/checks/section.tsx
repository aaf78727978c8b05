import type { ReactNode } from "react";
import type { Watched } from "#app/(admin)/pages/[subdomain]/services/[service_id]/monitoring/_ui/watched.ts";

export async function ChecksSection(_watched: Watched): Promise<ReactNode> {
  return null;
}
