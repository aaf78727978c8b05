import { z } from "zod";
import { PageParams } from "#lib/api/body.ts";
import { endpoint } from "#lib/api/endpoint.ts";
import { readFindings } from "#lib/api/findings/read.ts";
import { Finding } from "#lib/api/findings/schema.ts";
import { route } from "#lib/api/route.ts";

const read = endpoint(
  {
    operation: "listFindings",
    summary: "List what needs attention on a status page",
    description: "The most urgent first; at most 50 of a kind.",
    tag: "Status pages",
    access: "page.read",
    params: PageParams,
    response: z.object({ findings: z.array(Finding) }),
    extension: true,
  },
  async ({ ctx, params }) => ({ findings: await readFindings(ctx, params) }),
);

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS, endpoints } = route({ GET: read });
