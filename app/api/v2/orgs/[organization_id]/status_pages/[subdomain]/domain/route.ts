import { OrganizationPageParams, wrapped } from "#lib/api/body.ts";
import { endpoint } from "#lib/api/endpoint.ts";
import { route } from "#lib/api/route.ts";
import { readDomainReport } from "#lib/domains/diagnosis/report.ts";
import { DomainReport } from "#lib/domains/diagnosis/schema.ts";

const read = endpoint(
  {
    operation: "getDomainReport",
    summary: "Get the check of the custom domain",
    description:
      "Returns what the domain check saw when it last looked: each DNS record with what it should be and what it is, what answers at the name, CAA, DNSSEC, the certificate, and a message to forward to the person who manages the domain's DNS. 404 where the page has no custom domain.",
    tag: "Status pages",
    access: "page.read",
    params: OrganizationPageParams,
    response: wrapped("domain", DomainReport),
    extension: true,
  },
  ({ ctx, params }) => readDomainReport(ctx, params),
);

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS, endpoints } = route({ GET: read });
