import { invalid } from "#lib/platform/errors/errors.ts";

export function checkFeatured(featured_from: string, featured_until: string | null): void {
  if (featured_until !== null && featured_until <= featured_from) {
    throw invalid({ featured_until: [{ code: "ends_before_start" }] });
  }
}
