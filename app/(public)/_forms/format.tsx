import { formState, Option } from "#app/(public)/_forms/parts.tsx";
import type { View } from "#lib/site/view/view.ts";

/** Whether a webhook gets Statuspage's bodies: as it was sent, else as it is. */
export function Format({ view: { t }, format }: { view: View; format: string }) {
  const { values } = formState();
  const isSent = values.has_format !== undefined;
  const checked = isSent ? values.format !== undefined : format === "statuspage";
  return (
    <>
      <input type="hidden" name="has_format" value="1" />
      <Option
        kind="checkbox"
        name="format"
        value="statuspage"
        label={t("subscribe.webhook.statuspage")}
        checked={checked}
      />
    </>
  );
}
