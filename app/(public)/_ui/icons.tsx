import type { Severity } from "#lib/fields/severity.ts";
import type { View } from "#lib/public-page/view/view.ts";
import { iconHref } from "./icon.ts";
import { imageHref } from "./logo.tsx";

/** The tab's icon: the operator's, else the state. */
export function Icons({ view, severity }: { view: View; severity: Severity | null }) {
  const { snapshot, visit } = view;
  const { favicon } = snapshot.page.settings;
  const state = severity ?? (snapshot.by_id.size > 0 ? "none" : "unknown");
  if (!favicon) return <link rel="icon" href={iconHref(state)} />;
  const { file, width, height, touch_file } = favicon;
  return (
    <>
      <link
        rel="icon"
        type="image/png"
        sizes={`${width}x${height}`}
        href={imageHref(visit, file)}
      />
      {touch_file && <link rel="apple-touch-icon" href={imageHref(visit, touch_file)} />}
    </>
  );
}
