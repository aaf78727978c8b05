import { statuspageRoute } from "#app/(public)/_statuspage.ts";
import { DOCUMENTS } from "#lib/public-page/statuspage-json/documents.ts";
import { STATUSPAGE } from "#lib/public-routes/pages.ts";

export const GET = statuspageRoute(STATUSPAGE.maintenances, DOCUMENTS.maintenances);
