"use client";
import { unstable_isUnrecognizedActionError, unstable_rethrow } from "next/navigation";
import { useTranslations } from "use-intl/react";
import { EMPTY, type FormState, failureOf } from "#lib/core/forms/state.ts";
import { MAX_SCREEN_BYTES, MIB } from "#lib/platform/http/protocol.ts";

/**
 * Makes of what a call of an action threw the state in which its form says so.
 * @returns a function whose `isKept` says whether a draft keeps what was typed
 */
export function useFailed(): (error: unknown, isKept?: boolean) => FormState {
  const t = useTranslations("admin.errors");
  return (error, isKept = false) => {
    unstable_rethrow(error);
    const outdated = isKept ? "answers.outdated_kept" : "answers.outdated";
    const why = unstable_isUnrecognizedActionError(error) ? outdated : failureOf(error);
    return { ...EMPTY, message: t(why, { max: MAX_SCREEN_BYTES / MIB }) };
  };
}
