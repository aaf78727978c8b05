"use client";
import type { ReactNode } from "react";
import { dropDrafts } from "./drafts.ts";

type Props = {
  action: (form: FormData) => Promise<void>;
  className?: string;
  children: ReactNode;
};

/** A form that signs out: what the person typed and did not send goes with them. */
export function SignOutForm({ action, className, children }: Props) {
  return (
    <form action={action} onSubmit={dropDrafts} className={className}>
      {children}
    </form>
  );
}
