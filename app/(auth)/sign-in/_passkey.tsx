"use client";
import { startAuthentication } from "@simplewebauthn/browser";
import { unstable_rethrow } from "next/navigation";
import { useState, useTransition } from "react";
import { usePasskeys } from "#app/_ui/account/use-passkeys.ts";
import { passkeyAction, passkeyRequestAction } from "./passkey-actions.ts";

type Props = { label: string; failed: string; onward: Record<string, string> };

/** Signs in by a passkey, without a name or password; where the browser knows of none, nothing. */
export function PasskeyButton({ label, failed, onward }: Props) {
  const [problem, setProblem] = useState("");
  const [isPending, start] = useTransition();
  const canDo = usePasskeys(false);
  if (!canDo) return null;
  const signIn = () =>
    start(async () => {
      setProblem("");
      try {
        const answer = await startAuthentication({ optionsJSON: await passkeyRequestAction() });
        setProblem(await passkeyAction(answer, onward));
      } catch (error) {
        unstable_rethrow(error);
        setProblem(failed);
      }
    });
  return (
    <>
      <button
        type="button"
        className="button w-full"
        aria-disabled={isPending}
        onClick={isPending ? undefined : signIn}
      >
        {label}
      </button>
      <p role="alert" className="text-sm empty:hidden">
        {problem}
      </p>
    </>
  );
}
