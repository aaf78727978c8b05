"use client";
import { Pencil } from "lucide-react";
import Link from "next/link";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl/react";
import { ActionForm, useForm } from "#app/_ui/admin/form.tsx";
import { updateServiceAction } from "#app/(admin)/pages/[subdomain]/services/actions.ts";
import { fieldMarks } from "#lib/core/forms/conflicts.ts";
import { type Handle, useMoves } from "./use-moves.ts";

const STEPS = { ArrowUp: "up", ArrowDown: "down", ArrowRight: "in", ArrowLeft: "out" } as const;

/**
 * The name of a service, which leads to its form; F2 or its pencil changes it where it stands, Alt
 * with an arrow moves it.
 */
export function ServiceName(handle: Handle) {
  const { subdomain, id, name } = handle;
  const t = useTranslations("admin_services");
  const [isEdited, setEdited] = useState(false);
  const link = useRef<HTMLAnchorElement>(null);
  const wasEdited = useRef(false);
  useEffect(() => {
    if (wasEdited.current && !isEdited) link.current?.focus();
    wasEdited.current = isEdited;
  }, [isEdited]);
  const move = useMoves(handle);
  if (isEdited) return <Rename {...handle} onDone={() => setEdited(false)} />;

  function press(event: KeyboardEvent): void {
    if (event.key === "F2") setEdited(true);
    const step = event.altKey && STEPS[event.key as keyof typeof STEPS];
    if (!step) return;
    event.preventDefault();
    move(step);
  }
  return (
    <>
      <Link
        ref={link}
        href={`/pages/${subdomain}/services/${id}`}
        className="row-link md:truncate"
        onKeyDown={press}
        aria-keyshortcuts="F2 Alt+ArrowUp Alt+ArrowDown Alt+ArrowRight Alt+ArrowLeft"
      >
        {name}
      </Link>
      <button
        type="button"
        onClick={() => setEdited(true)}
        aria-label={t("rename_of", { name })}
        className="icon-button reveal relative z-1 ms-1 shrink-0"
      >
        <Pencil size={14} aria-hidden />
      </button>
    </>
  );
}

function Rename({ subdomain, id, name, onDone }: Handle & { onDone: () => void }) {
  return (
    <ActionForm
      action={updateServiceAction}
      hidden={{ subdomain, service_id: id, renamed_from: name }}
      seen={fieldMarks({ name })}
      className="relative z-1 min-w-0 grow"
      onDone={onDone}
    >
      <NameField name={name} onLeave={onDone} />
    </ActionForm>
  );
}

function NameField({ name, onLeave }: { name: string; onLeave: () => void }) {
  const t = useTranslations("admin_services");
  const { state, isPending } = useForm();
  return (
    <>
      <input
        // biome-ignore lint/a11y/noAutofocus: whoever asked to rename wants to type
        autoFocus
        name="name"
        defaultValue={state.values.name?.at(-1) ?? name}
        aria-label={t("name")}
        aria-invalid={state.fields.name ? true : undefined}
        readOnly={isPending}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onKeyDown={(event) => {
          if (event.key === "Escape") onLeave();
        }}
        onBlur={({ currentTarget }) => {
          if (currentTarget.value === name) onLeave();
          else if (!isPending && !state.message) currentTarget.form?.requestSubmit();
        }}
        className="control min-h-8! max-w-96 py-0.5!"
      />
      {state.fields.name && <span className="text-major text-sm"> {state.fields.name}</span>}
    </>
  );
}
