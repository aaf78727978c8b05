import { OrganizationPageParams, wrapped } from "#lib/api/body.ts";
import { endpoint } from "#lib/api/endpoint.ts";
import { route } from "#lib/api/route.ts";
import { checkDomain } from "#lib/domains/diagnosis/report.ts";
import { DomainReport } from "#lib/domains/diagnosis/schema.ts";

const check = endpoint(
  {
    operation: "checkDomain",
    summary: "Check the custom domain now",
    description:
      "Looks at the page's custom domain at once and returns what there is to see; what sets it up goes on with that. It may take half a minute where name servers are slow. At most 20 a minute and page. 404 where the page has no custom domain.",
    tag: "Status pages",
    access: "status_page.write",
    params: OrganizationPageParams,
    response: wrapped("domain", DomainReport),
    status: 201,
    extension: true,
  },
  ({ ctx, params }) => checkDomain(ctx, params),
);

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS, endpoints } = route({ POST: check });
