import { z } from "zod";
import { PageParams } from "#lib/api/body.ts";
import { endpoint } from "#lib/api/endpoint.ts";
import { route } from "#lib/api/route.ts";
import { listQuarantineCauses, QuarantineCause } from "#lib/notifications/quarantine.ts";

const list = endpoint(
  {
    operation: "listQuarantineCauses",
    summary: "List what put addresses into quarantine",
    description:
      "What servers said to at least two addresses alike, the most frequent first; at most 50. Without people who opted out.",
    tag: "Subscriptions",
    access: "page.read",
    params: PageParams,
    response: z.object({ quarantine_causes: z.array(QuarantineCause) }),
    extension: true,
  },
  async ({ ctx, params }) => ({ quarantine_causes: await listQuarantineCauses(ctx, params) }),
);

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS, endpoints } = route({ GET: list });
