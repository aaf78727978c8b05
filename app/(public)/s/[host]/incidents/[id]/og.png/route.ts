import { dataRoute } from "#app/(public)/_data.ts";
import { IMAGES } from "#lib/core/routes/routes.ts";
import { openIncidentPicture } from "#lib/site/picture/open.ts";
import { numberIn } from "#lib/site/words/visitor.ts";

export const GET = dataRoute(IMAGES.incident_picture, async (ctx, asked, visit) => {
  const target = { ...asked, incident_id: numberIn(asked.id) };
  return { type: "image/png", body: await openIncidentPicture(ctx, target, visit) };
});
