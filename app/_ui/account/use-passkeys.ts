import { useSyncExternalStore } from "react";

const never = () => () => {};

/**
 * Whether the browser knows of passkeys: over plain http none does.
 * @param unknown what counts until scripts run
 */
export function usePasskeys(unknown: boolean): boolean {
  return useSyncExternalStore(
    never,
    () => window.PublicKeyCredential !== undefined,
    () => unknown,
  );
}
