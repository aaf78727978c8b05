"use server";
import { action, NO_INPUT } from "#lib/api/actions.ts";
import { fieldsIn, textIn } from "#lib/core/forms/read.ts";
import { PutCertificate } from "#lib/domains/certificates/schema.ts";
import { putCertificate, removeCertificate } from "#lib/domains/certificates/uploads.ts";
import { checkDomain } from "#lib/domains/diagnosis/report.ts";

/** Looks at a page's domain now, and has its set-up go on. */
export const checkDomainAction = action(
  "checkDomainAction",
  NO_INPUT,
  async ({ ctx, target, t }) => {
    await checkDomain(ctx, target);
    return { text: t("admin_access.domain.checked") };
  },
);

export const putCertificateAction = action(
  "putCertificateAction",
  { input: PutCertificate, read: (form) => fieldsIn(form, { chain: textIn, key: textIn }) },
  async ({ ctx, target, input, t }) => {
    await putCertificate(ctx, target, input);
    return { text: t("admin_access.certificate.saved") };
  },
);

export const removeCertificateAction = action(
  "removeCertificateAction",
  NO_INPUT,
  async ({ ctx, target, t }) => {
    await removeCertificate(ctx, target);
    return { text: t("admin_access.certificate.removed") };
  },
);
