"use client";
import { ImagePlus, LoaderCircle, X } from "lucide-react";
import { useParams } from "next/navigation";
import { type RefObject, useEffect, useId, useRef } from "react";
import { useTranslations } from "use-intl/react";
import {
  picturesIn,
  setPictureAlt,
  type WrittenPicture,
  withoutPicture,
} from "#lib/core/markdown/pictures.ts";
import { DeletePicture } from "./delete-picture.tsx";
import { type Upload, type usePictures, writeIn } from "./use-pictures.ts";

type Area = RefObject<HTMLTextAreaElement | null>;

type Props = { area: Area; pictures: ReturnType<typeof usePictures> };

/** No tab stop, so that posting takes no key more; the field opens it by Ctrl+Alt+P. */
export function AddPicture({ area, pictures: { isOver, add } }: Props) {
  const t = useTranslations("admin.compose.picture");
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const field = area.current;
    const open = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || !event.altKey || event.code !== "KeyP") return;
      event.preventDefault();
      input.current?.click();
    };
    field?.addEventListener("keydown", open);
    return () => field?.removeEventListener("keydown", open);
  }, [area]);
  return (
    <label
      title="Ctrl+Alt+P"
      className="button button-quiet px-2! text-sm outline-link noscript:hidden has-focus-visible:outline-2"
    >
      <input
        ref={input}
        type="file"
        tabIndex={-1}
        aria-keyshortcuts="Control+Alt+P"
        accept="image/*"
        multiple
        onChange={({ currentTarget }) => {
          add([...(currentTarget.files ?? [])]);
          currentTarget.value = "";
        }}
        className="sr-only"
      />
      <ImagePlus size={14} aria-hidden /> {t(isOver ? "drop" : "add")}
    </label>
  );
}

/** Below the field: asks what each picture in it shows. */
export function Pictures({ area, pictures: { source, uploads, dismiss } }: Props) {
  const t = useTranslations("admin.compose.picture");
  const hint = useId();
  const written = picturesIn(source);
  function rewrite(change: (text: string) => string): void {
    const field = area.current;
    if (field) writeIn(field, change(field.value), 0, field.value.length);
  }
  if (written.length + uploads.length === 0) return null;
  return (
    <ul aria-label={t("list")} className="mt-2 space-y-2">
      {written.map((picture) => (
        <Written
          key={picture.address}
          {...{ picture, hint }}
          onDescribe={(described) => rewrite((text) => setPictureAlt(text, described))}
          onDeleted={() => rewrite((text) => withoutPicture(text, picture.address))}
        />
      ))}
      {written.length > 0 && (
        <li id={hint} className="text-muted text-sm">
          {t("alt_hint")}
        </li>
      )}
      {uploads.map((upload) => (
        <Uploading key={upload.id} upload={upload} onDismiss={() => dismiss(upload.id)} />
      ))}
    </ul>
  );
}

type WrittenProps = {
  picture: WrittenPicture;
  hint: string;
  onDescribe: (picture: WrittenPicture) => void;
  onDeleted: () => void;
};

function Written({ picture: { alt, address }, hint, onDescribe, onDeleted }: WrittenProps) {
  const t = useTranslations("admin.compose.picture");
  const { subdomain } = useParams<{ subdomain: string }>();
  return (
    <li className="flex items-center gap-3">
      {/* biome-ignore lint/performance/noImgElement: nothing uses Next's image service */}
      <img
        src={`/s/${subdomain}${address}`}
        alt=""
        className="size-12 shrink-0 rounded-md border border-line bg-panel object-cover"
      />
      <input
        value={alt}
        onChange={({ currentTarget }) => onDescribe({ address, alt: currentTarget.value })}
        onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
        placeholder={t("alt")}
        aria-label={t("alt")}
        aria-describedby={hint}
        className="control min-w-0 grow"
      />
      <DeletePicture {...{ alt, address, onDeleted }} />
    </li>
  );
}

function Uploading({ upload, onDismiss }: { upload: Upload; onDismiss: () => void }) {
  const t = useTranslations("admin.compose.picture");
  const { name, failure } = upload;
  if (failure === null)
    return (
      <li className="flex items-center gap-3 text-muted text-sm">
        <LoaderCircle size={16} className="animate-spin motion-reduce:animate-none" aria-hidden />
        <span className="min-w-0 truncate">{t("uploading", { name })}</span>
      </li>
    );
  return (
    <li className="note note-bad flex items-start justify-between gap-3" role="alert">
      <span className="wrap-anywhere min-w-0">{failure}</span>
      <button type="button" className="icon-button" aria-label={t("dismiss")} onClick={onDismiss}>
        <X size={16} aria-hidden />
      </button>
    </li>
  );
}
