import { ActionForm, Submit } from "#app/_ui/admin/form.tsx";
import { Section } from "#app/_ui/admin/section.tsx";
import type { Admin } from "#app/(admin)/_shared/open.ts";
import {
  deleteImageAction,
  uploadImageAction,
} from "#app/(admin)/pages/[subdomain]/settings/actions.ts";
import { IMAGES, type ImageName } from "#lib/pages/images/schema.ts";
import { MAX_IMAGE_BYTES, MIB } from "#lib/platform/http/protocol.ts";
import { FileField } from "./file-field.tsx";

type Props = { admin: Admin };

function Picture({ admin: { page, t }, image }: Props & { image: ImageName }) {
  const { subdomain, organization_id } = page;
  const hidden = { subdomain, organization_id, image };
  const name = t(`admin_appearance.images.${image}.label`);
  const address = page[image];
  const file = address?.split("/").at(-1);
  return (
    <div className="flex flex-wrap items-start gap-4">
      <div className="flex h-16 w-28 shrink-0 items-center justify-center rounded-md border border-line bg-panel p-1 text-muted text-sm">
        {file ? (
          // biome-ignore lint/performance/noImgElement: nothing uses Next's image service
          <img
            src={`/s/${subdomain}/images/${file}`}
            alt={name}
            className="max-h-full max-w-full object-contain"
          />
        ) : (
          t("admin_appearance.images.none")
        )}
      </div>
      <div className="min-w-0 flex-1 space-y-2">
        <ActionForm action={uploadImageAction} hidden={hidden} className="space-y-2">
          <FileField
            label={name}
            hint={t(`admin_appearance.images.${image}.hint`)}
            name="file"
            path="image"
          />
          <Submit className="button hidden! noscript:inline-flex!">
            {t("admin_appearance.images.upload")}
            <span className="sr-only">{name}</span>
          </Submit>
        </ActionForm>
        {file && (
          <ActionForm action={deleteImageAction} hidden={hidden}>
            <Submit className="button button-quiet">
              {t("admin_appearance.images.remove")}
              <span className="sr-only">{name}</span>
            </Submit>
          </ActionForm>
        )}
      </div>
    </div>
  );
}

/** The pictures of a page, each uploaded and taken off by itself. */
export function Images({ admin }: Props) {
  const { t } = admin;
  return (
    <div id="images" className="scroll-mt-20">
      <Section
        title={t("admin_appearance.images.title")}
        text={t("admin_appearance.images.text", { max: MAX_IMAGE_BYTES / MIB })}
      >
        {IMAGES.map((image) => (
          <Picture key={image} admin={admin} image={image} />
        ))}
      </Section>
    </div>
  );
}
