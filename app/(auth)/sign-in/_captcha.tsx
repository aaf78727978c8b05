"use client";
import type { AltchaWidgetElement } from "altcha";
import type {} from "altcha/types/react";
import { useEffect, useRef } from "react";
import { useForm } from "#app/_ui/admin/form.tsx";

type Props = { locale: string; texts: Record<string, string> };

const CONFIGURATION = JSON.stringify({
  hideFooter: true,
  hideLogo: true,
  humanInteractionSignature: false,
  minDuration: 0,
});

/** Keeps a form back while the widget is not there yet, or at work: it would be sent without it. */
function keepBack(form: HTMLFormElement, widget: AltchaWidgetElement, loaded: Promise<unknown>) {
  const onSubmit = (event: SubmitEvent) => {
    const state = widget.getState?.();
    if (state !== undefined && state !== "verifying") return;
    event.preventDefault();
    event.stopPropagation();
    if (state !== undefined) return;
    const { submitter } = event;
    void loaded.then(() => form.requestSubmit(submitter));
  };
  form.addEventListener("submit", onSubmit, { capture: true });
  return () => form.removeEventListener("submit", onSubmit, { capture: true });
}

/**
 * Makes the browser solve a challenge when its form is sent. Where it cannot, the form is sent
 * without a solution, and a code by e-mail takes its place.
 */
function Captcha({ locale, texts }: Props) {
  const ref = useRef<AltchaWidgetElement>(null);
  const { state } = useForm();

  useEffect(() => {
    const widget = ref.current;
    const form = widget?.closest("form");
    if (!widget || !form) return;
    const isThere = new Promise((resolve) => {
      widget.addEventListener("load", resolve, { once: true });
    });
    const loaded = import("altcha").then(() => {
      globalThis.$altcha.i18n.set(locale, texts);
      return isThere;
    });
    const release = keepBack(
      form,
      widget,
      loaded.catch(() => release()),
    );
    return release;
  }, [locale, texts]);

  useEffect(() => {
    // A solution is good once.
    if (state.message) ref.current?.reset?.();
  }, [state]);

  return (
    <altcha-widget
      ref={ref}
      auto="onsubmit"
      challenge="/sign-in/challenge"
      configuration={CONFIGURATION}
      language={locale}
      name="altcha"
    />
  );
}

type WhereAsked = Props & { isAsked: boolean; plain: string };

/** The challenge where the form was asked for with one, or was sent and refused for want of one. */
export function CaptchaWhereAsked({ isAsked, plain, ...props }: WhereAsked) {
  const { state } = useForm();
  if (!isAsked && !state.fields.altcha && !state.values.asked) return null;
  return (
    <>
      <input type="hidden" name="asked" value="1" />
      <Captcha {...props} />
      <noscript>
        <p className="text-muted text-sm">{plain}</p>
      </noscript>
    </>
  );
}
