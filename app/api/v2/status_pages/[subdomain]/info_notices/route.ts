import { z } from "zod";
import { PageParams, wrapped } from "#lib/api/body.ts";
import { endpoint } from "#lib/api/endpoint.ts";
import { PageLinks, Pagination, pageLinks, sliceFrom } from "#lib/api/pagination.ts";
import { route } from "#lib/api/route.ts";
import { READS } from "#lib/core/routes/routes.ts";
import { createInfoNotice } from "#lib/incidents/info-notices/create.ts";
import { listInfoNotices } from "#lib/incidents/info-notices/read.ts";
import { CreateInfoNotice, InfoNotice } from "#lib/incidents/info-notices/schema.ts";

const list = endpoint(
  {
    operation: "listInfoNotices",
    summary: "List information notices",
    description:
      "Newest first by `featured_from`, including upcoming and past ones. Without a key: those that concern public services, have begun and did not end before `history_limit_days`; none while `info_notices_enabled` is false.",
    tag: "Information notices",
    access: "public",
    shared: READS.notices,
    params: PageParams,
    query: Pagination,
    response: PageLinks.extend({ info_notices: z.array(InfoNotice) }),
  },
  async ({ ctx, params, query, request_url }) => {
    const { rows, ...page } = await listInfoNotices(ctx, params, sliceFrom(query, request_url));
    return { info_notices: rows, ...pageLinks(request_url, page) };
  },
);

const create = endpoint(
  {
    operation: "createInfoNotice",
    summary: "Create an information notice",
    description:
      "With at least one update. It is featured from now on unless `featured_from` says otherwise; until then only keys and operators see it, and nobody is notified.",
    tag: "Information notices",
    access: "incident.write",
    params: PageParams,
    body: wrapped("info_notice", CreateInfoNotice),
    response: wrapped("info_notice", InfoNotice),
  },
  ({ ctx, params, body }) => createInfoNotice(ctx, params, body),
);

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS, endpoints } = route({
  GET: list,
  POST: create,
});
