"use client";
import { useEffect, useRef } from "react";
import { useTranslations } from "use-intl/react";

export const SESSION_CHANNEL = "session";
const SIGN_IN = "/sign-in?next=/sign-in/done";

/**
 * Signs in again in a window of its own – by password, code or another provider – while the form
 * stays as it is; then the form is sent.
 */
export function SignInAgain({ onDone }: { onDone: () => void }) {
  const t = useTranslations("admin_kit.session");
  const done = useRef(onDone);
  done.current = onDone;
  useEffect(() => {
    const channel = new BroadcastChannel(SESSION_CHANNEL);
    channel.onmessage = () => done.current();
    return () => channel.close();
  }, []);
  return (
    <a
      href={SIGN_IN}
      target="_blank"
      rel="noopener opener"
      className="button mt-2"
      onClick={(event) => {
        if (open(SIGN_IN, "sign-in", "popup,width=480,height=640")) event.preventDefault();
      }}
    >
      {t("sign_in")}
    </a>
  );
}
