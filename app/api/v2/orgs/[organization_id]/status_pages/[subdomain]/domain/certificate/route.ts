import { OrganizationPageParams, wrapped } from "#lib/api/body.ts";
import { endpoint } from "#lib/api/endpoint.ts";
import { route } from "#lib/api/route.ts";
import { PutCertificate, UploadedCertificate } from "#lib/domains/certificates/schema.ts";
import { putCertificate, removeCertificate } from "#lib/domains/certificates/uploads.ts";

const put = endpoint(
  {
    operation: "uploadDomainCertificate",
    summary: "Upload a certificate for the custom domain",
    description:
      "For authorities of your own: what is uploaded is used in place of certificates that this server orders itself. The certificate has to cover the page's custom domain, the key has to belong to it, and every certificate of the chain has to be valid. It is not renewed: upload the next one before it expires.",
    tag: "Status pages",
    access: "status_page.write",
    params: OrganizationPageParams,
    body: wrapped("certificate", PutCertificate),
    response: wrapped("certificate", UploadedCertificate),
    extension: true,
  },
  ({ ctx, params, body }) => putCertificate(ctx, params, body),
);

const remove = endpoint(
  {
    operation: "deleteDomainCertificate",
    summary: "Remove the uploaded certificate of the custom domain",
    description:
      "Where this server orders certificates itself, it orders one for the domain. 404 where none was uploaded.",
    tag: "Status pages",
    access: "status_page.write",
    params: OrganizationPageParams,
    response: null,
    extension: true,
  },
  ({ ctx, params }) => removeCertificate(ctx, params),
);

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS, endpoints } = route({
  PUT: put,
  DELETE: remove,
});
