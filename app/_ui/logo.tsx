import { imagePath, type StoredImage } from "#lib/pages/images/schema.ts";
import type { Visit } from "#lib/site/words/visitor.ts";

/** Where a visit loads a file from: the host it is on. */
export function imageHref({ base }: Visit, file: string): string {
  return base + imagePath(file);
}

type Props = {
  images: { logo: StoredImage | null; dark_logo: StoredImage | null };
  brand: string;
  /** Where a file is loaded from. */
  srcOf: (file: string) => string | undefined;
};

/** The operator's logo, in dark its dark variant; without one, its name. */
export function Logo({ images: { logo, dark_logo }, brand, srcOf }: Props) {
  // Sized, so that nothing shifts when it comes.
  const sized = ({ file, width, height }: StoredImage) => ({ src: srcOf(file), width, height });
  if (!logo) return <span>{brand}</span>;
  const dark = dark_logo && sized(dark_logo);
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
      <img {...sized(logo)} alt={brand} />
    </picture>
  );
}
