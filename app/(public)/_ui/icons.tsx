import type { StoredImage } from "#lib/pages/images/schema.ts";
import { iconHref } from "./icon.ts";

type Props = {
  favicon: StoredImage | null;
  state: Parameters<typeof iconHref>[0];
  /** Where a file is loaded from. */
  srcOf: (file: string) => string | undefined;
};

/** The tab's icon: the operator's, else the state. */
export function Icons({ favicon, state, srcOf }: Props) {
  if (!favicon) return <link rel="icon" href={iconHref(state)} />;
  const { file, width, height, touch_file } = favicon;
  const touch = touch_file && srcOf(touch_file);
  return (
    <>
      <link rel="icon" type="image/png" sizes={`${width}x${height}`} href={srcOf(file)} />
      {touch && <link rel="apple-touch-icon" href={touch} />}
    </>
  );
}
