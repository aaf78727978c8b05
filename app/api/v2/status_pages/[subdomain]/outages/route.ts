import { z } from "zod";
import { PageParams } from "#lib/api/body.ts";
import { endpoint } from "#lib/api/endpoint.ts";
import { route } from "#lib/api/route.ts";
import { listUnpublished } from "#lib/monitoring/automation/manage.ts";
import { Outage } from "#lib/monitoring/automation/schema.ts";

const list = endpoint(
  {
    operation: "listOutages",
    summary: "List what monitoring found and nobody published",
    description:
      'Outages that wait for your team to publish or dismiss them, as `publish_policy` of their service says, and those that were over within the last six hours before it was published. Newest first, at most 50. What is published is an incident with `detected: "automatic"`.',
    tag: "Monitoring",
    access: "page.read",
    params: PageParams,
    response: z.object({ outages: z.array(Outage) }),
    extension: true,
  },
  async ({ ctx, params }) => ({ outages: await listUnpublished(ctx, params) }),
);

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS, endpoints } = route({ GET: list });
