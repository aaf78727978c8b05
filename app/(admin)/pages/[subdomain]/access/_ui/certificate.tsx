import { AreaField } from "#app/_ui/admin/field.tsx";
import { ActionForm, Submit } from "#app/_ui/admin/form.tsx";
import { Section } from "#app/_ui/admin/section.tsx";
import type { Admin } from "#app/(admin)/_shared/open.ts";
import {
  putCertificateAction,
  removeCertificateAction,
} from "#app/(admin)/pages/[subdomain]/access/actions.ts";
import type { DomainReport } from "#lib/domains/diagnosis/schema.ts";

type Props = { admin: Admin; certificate: DomainReport["certificate"]; isUploaded: boolean };

/** A certificate of the operator's own, in place of one that is ordered. */
export function OwnCertificate({ admin: { page, t }, certificate, isUploaded }: Props) {
  const hidden = { organization_id: page.organization_id, subdomain: page.subdomain };
  const isShown = certificate.source === "uploaded";
  return (
    <Section title={t("admin_access.certificate.title")} text={t("admin_access.certificate.text")}>
      {isUploaded && (
        <ActionForm action={removeCertificateAction} hidden={hidden} className="space-y-3">
          <p>{isShown ? certificate.text : t("admin_access.certificate.unused")}</p>
          <Submit className="button">{t("admin_access.certificate.remove")}</Submit>
        </ActionForm>
      )}
      <details>
        <summary className="cursor-pointer font-medium">
          {t(`admin_access.certificate.${isUploaded ? "replace" : "upload"}`)}
        </summary>
        <ActionForm action={putCertificateAction} hidden={hidden} className="mt-3 space-y-4">
          <AreaField
            name="chain"
            label={t("admin_access.certificate.chain")}
            hint={t("admin_access.certificate.chain_hint")}
            isCode
          />
          <AreaField
            name="key"
            label={t("admin_access.certificate.key")}
            hint={t("admin_access.certificate.key_hint")}
            isCode
          />
          <input type="hidden" name="key.secret" value="" data-target="" />
          <Submit>{t("admin_access.certificate.save")}</Submit>
        </ActionForm>
      </details>
    </Section>
  );
}
