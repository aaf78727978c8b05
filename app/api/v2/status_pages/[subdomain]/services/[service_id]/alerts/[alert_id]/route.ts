import { OpenAlertParams } from "#lib/api/body.ts";
import { endpoint } from "#lib/api/endpoint.ts";
import { route } from "#lib/api/route.ts";
import { closeOpenAlert } from "#lib/monitoring/alerts/open-alerts.ts";

const remove = endpoint(
  {
    operation: "closeOpenAlert",
    summary: "Close an alert",
    description: "For an alert whose end its tool does not report. The tool may open it again.",
    tag: "Monitoring",
    access: "service.write",
    params: OpenAlertParams,
    response: null,
    extension: true,
  },
  ({ ctx, params }) => closeOpenAlert(ctx, params),
);

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS, endpoints } = route({ DELETE: remove });
