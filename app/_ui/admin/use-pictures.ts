"use client";
import { useParams } from "next/navigation";
import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl/react";
import { pictureMarkdown } from "#lib/core/markdown/pictures.ts";
import { useForm } from "./form.tsx";
import { announce } from "./live.tsx";
import { shrunkPicture } from "./shrink-picture.ts";
import { toast } from "./toasts.ts";

type Area = RefObject<HTMLTextAreaElement | null>;
/** `failure`: why it is not in the text; null: it is under way. */
export type Upload = { id: number; name: string; failure: string | null };

/** Replaces a part of the text as if it was typed. */
export function writeIn(area: HTMLTextAreaElement, text: string, start: number, end: number): void {
  area.setRangeText(text, start, end, area.selectionStart > end ? "preserve" : "end");
  area.dispatchEvent(new InputEvent("input", { bubbles: true }));
}

/** Stands for a picture while it is uploaded; no reader sees a comment. */
function placeholderOf(text: string, area: HTMLTextAreaElement): string {
  const mark = `<!-- ${text.replace(/[<>-]+/g, "-")} -->`;
  return area.value.includes(mark) ? placeholderOf(`${text} `, area) : mark;
}

/** In a paragraph of its own. */
function insertApart(area: HTMLTextAreaElement, text: string): void {
  const [before, after] = [
    area.value.slice(0, area.selectionStart),
    area.value.slice(area.selectionEnd),
  ];
  const begin = before === "" ? "" : "\n".repeat(2 - (/\n{0,2}$/.exec(before)?.[0].length ?? 0));
  const end = after.startsWith("\n") ? "" : "\n";
  writeIn(area, `${begin}${text}${end}`, area.selectionStart, area.selectionEnd);
}

function isPicture({ type }: File | DataTransferItem): boolean {
  return type.startsWith("image/");
}

type Answer = { address?: string; refused?: string };

/** @returns null when no answer came that is ours */
export async function sendPicture(
  method: "POST" | "DELETE",
  address: string,
  body?: Blob,
): Promise<Answer | null> {
  const answer = await fetch(address, { method, body }).catch(() => null);
  const isOurs = answer?.headers.get("content-type")?.startsWith("application/json");
  return isOurs && answer ? answer.json() : null;
}

/** @returns the text, and whether a picture is dragged over it */
function usePictureEvents(area: Area, add: (files: File[]) => void) {
  const [source, setSource] = useState("");
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const field = area.current;
    if (!field) return;
    const stop = new AbortController();
    const { signal } = stop;
    const read = () => setSource(field.value);
    const over = (event: DragEvent) => {
      const hasPicture = [...(event.dataTransfer?.items ?? [])].some(isPicture);
      if (hasPicture) event.preventDefault();
      setOver(hasPicture);
    };
    const take = (event: Event, data: DataTransfer | null) => {
      setOver(false);
      const files = [...(data?.files ?? [])].filter(isPicture);
      // Cells of a spreadsheet come as text and as their picture.
      if (files.length === 0 || data?.types.includes("text/plain")) return;
      event.preventDefault();
      add(files);
    };
    read();
    field.addEventListener("input", read, { signal });
    field.form?.addEventListener("reset", () => setTimeout(read, 0), { signal });
    field.addEventListener("paste", (event) => take(event, event.clipboardData), { signal });
    field.addEventListener("drop", (event) => take(event, event.dataTransfer), { signal });
    field.addEventListener("dragover", over, { signal });
    field.addEventListener("dragleave", () => setOver(false), { signal });
    return () => stop.abort();
  }, [area, add]);
  return { source, isOver };
}

type Texts = ReturnType<typeof useTranslations<"admin.compose.picture">>;

/** @returns why it was not uploaded; null: it was */
async function uploadInto(
  field: HTMLTextAreaElement,
  { file, to, settled, t }: { file: File; to: string; settled: () => Promise<void>; t: Texts },
): Promise<string | null> {
  const { name } = file;
  const placeholder = placeholderOf(t("uploading", { name }), field);
  insertApart(field, placeholder);
  const body = await shrunkPicture(file);
  const { address, refused: why } = (body && (await sendPicture("POST", to, body))) ?? {};
  // A form that is being sent may be replaced by an empty one.
  await settled();
  const at = field.isConnected ? field.value.indexOf(placeholder) : -1;
  const markdown = address ? pictureMarkdown({ alt: "", address }) : "";
  if (at >= 0) writeIn(field, markdown, at, at + placeholder.length);
  if (address) {
    if (at >= 0) announce(t("uploaded", { name }));
    else toast({ text: t("late", { name }) });
    return null;
  }
  if (!body) return t("unreadable", { name });
  return why ? t("refused", { name, why }) : t("failed", { name });
}

/** @returns a function that waits while the form is being sent */
function useSettled(): () => Promise<void> {
  const { isPending } = useForm();
  const pending = useRef(false);
  const waiting = useRef<(() => void)[]>([]);
  useEffect(() => {
    const release = () => {
      pending.current = false;
      for (const go of waiting.current.splice(0)) go();
    };
    if (!isPending) return;
    pending.current = true;
    return release;
  }, [isPending]);
  return useCallback(async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    if (pending.current) waiting.current.push(resolve);
    else resolve();
    return promise;
  }, []);
}

/** Uploads what is pasted, dropped or chosen, and writes it into the text; typing goes on. */
export function usePictures(area: Area) {
  const t = useTranslations("admin.compose.picture");
  const { subdomain } = useParams<{ subdomain: string }>();
  const [uploads, setUploads] = useState<Upload[]>([]);
  const settled = useSettled();
  const count = useRef(0);
  const dismiss = (id: number) => setUploads((all) => all.filter((one) => one.id !== id));
  const upload = useCallback(
    async (field: HTMLTextAreaElement, file: File) => {
      count.current += 1;
      const [id, { name }] = [count.current, file];
      setUploads((all) => [...all, { id, name, failure: null }]);
      const to = `/pages/${subdomain}/pictures`;
      const failure = await uploadInto(field, { file, to, settled, t });
      setUploads((all) =>
        all.flatMap((one) => {
          if (one.id !== id) return [one];
          return failure === null ? [] : [{ ...one, failure }];
        }),
      );
    },
    [subdomain, settled, t],
  );
  const add = useCallback(
    (files: File[]) => {
      for (const file of files) if (area.current) void upload(area.current, file);
    },
    [area, upload],
  );
  return { ...usePictureEvents(area, add), uploads, add, dismiss };
}
