"use client";
import { FieldFrame, type Labelled, useField } from "#app/_ui/admin/field.tsx";

/** A picture from this computer. */
export function FileField({ name, label, hint, path }: Labelled) {
  const { control, error } = useField(name, "", path, hint);
  return (
    <FieldFrame id={control.id} {...{ label, hint, error }}>
      <input
        {...control}
        defaultValue={undefined}
        type="file"
        accept="image/png,image/jpeg,image/webp,image/gif,image/avif"
        className="control p-1.5! text-sm"
      />
    </FieldFrame>
  );
}
