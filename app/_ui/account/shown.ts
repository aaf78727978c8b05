import { seal, unseal } from "#lib/platform/crypto/seal.ts";
import { forget, keep, kept } from "./cookies.ts";

const SHOWN_MINUTES = 15;

type Shown = { kind: "recovery_codes" | "api_key"; texts: string[] };

/** Keeps what is shown once in the browser, sealed, until its owner says that they have it. */
export async function keepShown(shown: Shown): Promise<void> {
  await keep("shown", seal(JSON.stringify(shown)), SHOWN_MINUTES);
}

export async function readShown(kind: Shown["kind"]): Promise<string[] | null> {
  try {
    const shown = JSON.parse(unseal((await kept("shown")) ?? "")) as Shown;
    return shown.kind === kind ? shown.texts : null;
  } catch {
    return null;
  }
}

export async function forgetShown(): Promise<void> {
  await forget("shown");
}
