import { DayParams, wrapped } from "#lib/api/body.ts";
import { endpoint } from "#lib/api/endpoint.ts";
import { route } from "#lib/api/route.ts";
import { correctDay, undoCorrection } from "#lib/services/uptime-corrections/change.ts";
import { CorrectDay, DayCorrection } from "#lib/services/uptime-corrections/schema.ts";

const put = endpoint(
  {
    operation: "correctDay",
    summary: "Correct the uptime of a past day",
    description:
      "What is said counts instead of what was found, until it is taken back. Visitors see that the day was corrected, and why.",
    tag: "Services",
    access: "uptime.write",
    extension: true,
    params: DayParams,
    body: wrapped("correction", CorrectDay),
    response: wrapped("correction", DayCorrection),
  },
  ({ ctx, params, body }) => correctDay(ctx, params, body),
);

const remove = endpoint(
  {
    operation: "undoDayCorrection",
    summary: "Remove the correction of a day",
    tag: "Services",
    access: "uptime.write",
    extension: true,
    params: DayParams,
    response: null,
  },
  ({ ctx, params }) => undoCorrection(ctx, params),
);

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS, endpoints } = route({
  PUT: put,
  DELETE: remove,
});
