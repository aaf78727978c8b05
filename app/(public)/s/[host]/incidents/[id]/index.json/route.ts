import { statuspageRoute } from "#app/(public)/_statuspage.ts";
import { STATUSPAGE } from "#lib/core/routes/routes.ts";
import { DOCUMENTS } from "#lib/site/statuspage-json/documents.ts";

export const GET = statuspageRoute(STATUSPAGE.incident_page, DOCUMENTS.incident_page);
