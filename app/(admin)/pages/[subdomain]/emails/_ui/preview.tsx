"use client";
import { useCallback, useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl/react";
import { ActionForm, Submit } from "#app/_ui/admin/form.tsx";
import { testMailAction } from "#app/(admin)/pages/[subdomain]/emails/actions.ts";

const PAUSE_MS = 400;
const TEMPLATES = [
  "email_layout_template",
  "email_notification_template",
  "email_confirmation_template",
] as const;
type Templates = Record<(typeof TEMPLATES)[number], string>;

const CHOICES = {
  kind: ["notification", "confirmation"],
  view: ["html", "text"],
  scheme: ["light", "dark"],
  width: ["wide", "phone"],
} as const;
type Name = keyof typeof CHOICES;
type Chosen = Record<Name, string>;

function typed(saved: Templates): Templates {
  const inField = (name: string) =>
    document.querySelector<HTMLTextAreaElement>(`[data-section] [name="${name}"]`)?.value;
  const all = TEMPLATES.map((name) => [name, inField(name) ?? saved[name]]);
  return Object.fromEntries(all) as Templates;
}

type ChoiceProps = { name: Name; chosen: string; choose: (value: string) => void };

function Choice({ name, chosen, choose }: ChoiceProps) {
  const t = useTranslations("admin_emails.preview");
  return (
    <fieldset className="flex gap-1">
      <legend className="sr-only">{t(name)}</legend>
      {CHOICES[name].map((value) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === chosen}
          onClick={() => choose(value)}
          className="button aria-pressed:border-ink aria-pressed:font-semibold"
        >
          {t(value)}
        </button>
      ))}
    </fieldset>
  );
}

/** The templates as they are typed, a moment after they were. */
function useTyped(saved: Templates): Templates {
  const [templates, setTemplates] = useState(saved);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const read = useCallback(() => setTemplates(typed(saved)), [saved]);
  useEffect(() => {
    read();
    const later = (event: Event) => {
      if (!(event.target instanceof Element && event.target.closest("[data-section]"))) return;
      clearTimeout(timer.current);
      timer.current = setTimeout(read, PAUSE_MS);
    };
    const events = ["input", "reset", "click"] as const;
    for (const name of events) document.addEventListener(name, later);
    return () => {
      clearTimeout(timer.current);
      for (const name of events) document.removeEventListener(name, later);
    };
  }, [read]);
  return templates;
}

type Props = { subdomain: string; saved: Templates; email: string };

/** A letter by the templates below, in a frame where no script runs, and a test of it. */
export function MailPreview({ subdomain, saved, email }: Props) {
  const t = useTranslations("admin_emails");
  const templates = useTyped(saved);
  const initial = { kind: "notification", view: "html", scheme: "light", width: "wide" };
  const [chosen, setChosen] = useState<Chosen>(initial);
  const form = useRef<HTMLFormElement>(null);
  const { width, ...asked } = chosen;
  const sent = JSON.stringify({ ...templates, ...asked });
  useEffect(() => {
    if (sent) form.current?.requestSubmit();
  }, [sent]);
  const narrow = width === "phone" ? "max-w-[24.375rem]" : "";
  return (
    <section aria-label={t("preview.title")} className="mb-6 noscript:hidden">
      <div className="mb-2 flex flex-wrap items-center gap-x-4 gap-y-2">
        {(Object.keys(CHOICES) as Name[]).map((name) => (
          <Choice
            key={name}
            name={name}
            chosen={chosen[name]}
            choose={(value) => setChosen({ ...chosen, [name]: value })}
          />
        ))}
        <p className="text-muted text-sm">{t("preview.hint")}</p>
      </div>
      <form
        ref={form}
        method="post"
        action={`/pages/${subdomain}/emails/preview`}
        target="mail-preview"
        hidden
      >
        {Object.entries({ ...templates, ...asked }).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} readOnly />
        ))}
      </form>
      <iframe
        name="mail-preview"
        title={t("preview.title")}
        sandbox=""
        className={`h-[34rem] w-full rounded-lg border border-edge ${narrow}`}
      />
      <ActionForm
        action={testMailAction}
        hidden={{ subdomain, kind: chosen.kind, ...templates }}
        className="mt-3"
      >
        <Submit className="button max-w-full whitespace-normal! py-1.5">
          <span className="wrap-anywhere">{t("test.send", { email })}</span>
        </Submit>
      </ActionForm>
    </section>
  );
}
