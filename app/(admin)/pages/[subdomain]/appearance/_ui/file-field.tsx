"use client";
import { Upload } from "lucide-react";
import { useTranslations } from "use-intl/react";
import { FieldFrame, type Labelled, useField } from "#app/_ui/admin/field.tsx";
import { useForm } from "#app/_ui/admin/form.tsx";

/** A picture from this computer: chosen is sent. */
export function FileField({ name, label, hint, path }: Labelled) {
  const { control, error } = useField(name, "", path, hint);
  const { isPending } = useForm();
  const t = useTranslations("admin_appearance.images");
  return (
    <FieldFrame id={control.id} {...{ label, hint, error }}>
      <input
        {...control}
        defaultValue={undefined}
        type="file"
        accept="image/png,image/jpeg,image/webp,image/gif,image/avif,image/svg+xml,.ico"
        onChange={({ currentTarget }) => currentTarget.value && currentTarget.form?.requestSubmit()}
        className="peer sr-only noscript:not-sr-only"
      />
      <label
        htmlFor={control.id}
        className="button outline-offset-2 outline-link peer-focus-visible:outline-2 noscript:hidden"
      >
        <Upload size={16} aria-hidden />
        {t(isPending ? "uploading" : "choose")}
      </label>
    </FieldFrame>
  );
}
