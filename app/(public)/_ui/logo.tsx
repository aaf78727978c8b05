import type { View } from "#lib/public-page/view/view.ts";
import type { Visit } from "#lib/public-page/words/visitor.ts";
import { imagePath, type StoredImage } from "#lib/status-pages/images.ts";

/** Where a visit loads a file from: the host it is on. */
export function imageHref({ base }: Visit, file: string): string {
  return base + imagePath(file);
}

/** What an element says of a picture, so that nothing shifts when it comes. */
function sized({ visit }: View, { file, width, height }: StoredImage) {
  return { src: imageHref(visit, file), width, height };
}

/** The operator's logo, in dark its dark variant; without one, its name. */
export function Logo({ view, brand }: { view: View; brand: string }) {
  const { logo, dark_logo } = view.snapshot.page.settings;
  if (!logo) return brand;
  const dark = dark_logo && sized(view, dark_logo);
  return (
    <picture>
      {dark && (
        <source
          media="(prefers-color-scheme: dark)"
          srcSet={dark.src}
          width={dark.width}
          height={dark.height}
        />
      )}
      <img {...sized(view, logo)} alt={brand} />
    </picture>
  );
}
