import { ConfirmDialog } from "#app/_ui/admin/confirm-dialog.tsx";
import { ActionForm, Submit } from "#app/_ui/admin/form.tsx";
import { Section } from "#app/_ui/admin/section.tsx";
import type { Admin } from "#app/(admin)/_shared/open.ts";
import { deletePageAction, publishPageAction } from "../actions.ts";

type Props = { admin: Admin; mayDelete: boolean };

/** Everybody notices these: publishing a page, taking it back, deleting it. */
export function Danger({ admin: { page, t }, mayDelete }: Props) {
  const { subdomain, organization_id, draft, name } = page;
  const hidden = { subdomain, organization_id };
  const state = draft ? "draft" : "published";
  return (
    <div id="danger" className="scroll-mt-20">
      <Section
        title={t(`admin_settings.publish.${state}.title`)}
        text={t(`admin_settings.publish.${state}.text`)}
      >
        <ActionForm
          key={state}
          action={publishPageAction}
          hidden={{ ...hidden, draft: String(!draft) }}
        >
          <Submit className={draft ? "button button-primary" : "button button-danger"}>
            {t(`admin_settings.publish.${state}.do`)}
          </Submit>
        </ActionForm>
      </Section>
      {mayDelete && (
        <Section
          isDanger
          title={t("admin_settings.delete.title")}
          text={t("admin_settings.delete.text")}
        >
          <ConfirmDialog
            trigger={
              <button type="button" className="button button-danger">
                {t("admin_settings.delete.do")}
              </button>
            }
            title={t("admin_settings.delete.title")}
            text={t("admin_settings.delete.text")}
            name={name}
            action={deletePageAction}
            hidden={hidden}
            submit={t("admin_settings.delete.do")}
          />
        </Section>
      )}
    </div>
  );
}
