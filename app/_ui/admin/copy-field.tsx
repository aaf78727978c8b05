"use client";
import { Check, Copy } from "lucide-react";
import { useRef, useState } from "react";
import { useTranslations } from "use-intl/react";
import { copyFrom } from "./copy.ts";
import { announce } from "./live.tsx";

type Props = {
  label: string;
  value: string | null | undefined;
  /** Said where there is none yet. */
  later?: string;
  /** The value has several lines. */
  isText?: boolean;
};

const SHOWN_MS = 2_000;

/** Something to be taken elsewhere. */
export function CopyField({ label, value, later, isText = false }: Props) {
  const t = useTranslations("admin_kit.field");
  const text = isText ? "font-sans" : "";
  const shown = useRef<HTMLElement>(null);
  const [isCopied, setCopied] = useState(false);
  async function copy(): Promise<void> {
    if (!shown.current || !(await copyFrom(shown.current))) return;
    setCopied(true);
    announce(t("copied"));
    setTimeout(setCopied, SHOWN_MS, false);
  }
  return (
    <div>
      <p className="mb-1 font-medium">{label}</p>
      {value ? (
        <div className="flex items-start gap-1.5">
          <code
            ref={shown}
            className={`control wrap-anywhere h-auto min-w-0 content-center whitespace-pre-wrap text-sm leading-6 ${text}`}
          >
            {value}
          </code>
          <button
            type="button"
            className="button noscript:hidden"
            aria-label={t("copy", { label })}
            onClick={copy}
          >
            {isCopied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
          </button>
        </div>
      ) : (
        <p className="text-muted text-sm">{later}</p>
      )}
    </div>
  );
}
