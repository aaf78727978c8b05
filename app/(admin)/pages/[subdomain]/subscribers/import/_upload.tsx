"use client";
import { type FormEvent, useState, useTransition } from "react";
import { useTranslations } from "use-intl/react";
import { useFailed } from "#app/_ui/admin/failure.ts";
import type { FormAction } from "#lib/api/actions.ts";
import { EMPTY } from "#lib/core/forms/state.ts";
import { MIB } from "#lib/platform/http/protocol.ts";
import { MAX_IMPORT_BYTES, PIECE_BYTES } from "#lib/subscribers/import/limits.ts";

type Props = { action: FormAction; subdomain: string };
type Sending = { file: File; place: number; import_id: string };

/** Sends a file in pieces, so that a large one needs no large request. */
export function Upload({ action, subdomain }: Props) {
  const t = useTranslations("admin_import");
  const failed = useFailed();
  const [problem, setProblem] = useState<string | null>(null);
  const [share, setShare] = useState(0);
  const [isPending, start] = useTransition();

  async function piece({ file, place, import_id }: Sending): Promise<string | null> {
    const end = (place + 1) * PIECE_BYTES;
    const form = new FormData();
    const fields = { subdomain, name: file.name, import_id, place: String(place) };
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    form.set("is_last", String(end >= file.size));
    form.set("piece", file.slice(place * PIECE_BYTES, end), file.name);
    const { done, message, fields: wrong } = await action(EMPTY, form);
    if (done?.shown) return done.shown.value;
    setProblem(Object.values(wrong)[0] ?? message);
    return null;
  }

  async function send(file: File): Promise<void> {
    let import_id: string | null = "";
    for (let place = 0; import_id !== null && place * PIECE_BYTES < file.size; place += 1) {
      setShare(Math.round((100 * place * PIECE_BYTES) / file.size));
      import_id = await piece({ file, place, import_id });
    }
  }

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const file = new FormData(event.currentTarget).get("file");
    if (!(file instanceof File)) return;
    const isFitting = file.size > 0 && file.size <= MAX_IMPORT_BYTES;
    const refusal = file.size === 0 ? t("choose") : t("too_large", { max: MAX_IMPORT_BYTES / MIB });
    setProblem(isFitting ? null : refusal);
    if (!isFitting) return;
    start(async () => {
      await send(file).catch((error) => setProblem(failed(error).message));
    });
  }

  return (
    <form onSubmit={submit} className="space-y-4">
      <label className="block space-y-1.5">
        <span className="font-medium text-sm">{t("file")}</span>
        <input type="file" name="file" accept=".csv,text/csv" className="control p-1.5! text-sm" />
      </label>
      {problem && (
        <p role="alert" className="text-major text-sm">
          {problem}
        </p>
      )}
      <button type="submit" disabled={isPending} className="button button-primary">
        {isPending ? t("sending", { share }) : t("check")}
      </button>
    </form>
  );
}
