import { dataRoute } from "#app/(public)/_data.ts";
import { IMAGES } from "#lib/core/routes/routes.ts";
import { loadIncidentPicture } from "#lib/site/picture/read.ts";
import { numberIn } from "#lib/site/words/visitor.ts";

export const GET = dataRoute(IMAGES.incident_picture, async (ctx, asked, visit) => {
  const target = { ...asked, incident_id: numberIn(asked.id) };
  return { type: "image/png", body: await loadIncidentPicture(ctx, target, visit) };
});
