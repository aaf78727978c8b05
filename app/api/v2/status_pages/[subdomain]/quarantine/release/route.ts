import { z } from "zod";
import { PageParams, wrapped } from "#lib/api/body.ts";
import { endpoint } from "#lib/api/endpoint.ts";
import { route } from "#lib/api/route.ts";
import { ReleaseQuarantine, releaseQuarantineCause } from "#lib/notifications/quarantine.ts";

const Released = z.object({ released: z.int().meta({ description: "How many addresses" }) });

const release = endpoint(
  {
    operation: "releaseQuarantine",
    summary: "Release all that one cause put into quarantine",
    description: "They get the next update; nothing is sent now. People who opted out stay.",
    tag: "Subscriptions",
    access: "subscription.write",
    params: PageParams,
    body: wrapped("quarantine", ReleaseQuarantine),
    response: wrapped("quarantine", Released),
    status: 200,
    extension: true,
  },
  ({ ctx, params, body }) => releaseQuarantineCause(ctx, params, body),
);

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS, endpoints } = route({ POST: release });
