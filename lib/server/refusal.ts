import { EnvError, env } from "#lib/env.ts";

/** One line on what to do about it, where the person who starts the server is at fault. */
export function refusalToStart(error: unknown): string | null {
  if (error instanceof EnvError) return `Configuration: ${error.message}`;
  const { code = "", syscall = "", message } = error as NodeJS.ErrnoException;
  if (code === "EADDRINUSE") return `Port ${env().PORT} is in use: set PORT to another one`;
  if (/^(listen|getaddrinfo)$/.test(syscall))
    return `Cannot listen (${message}): set HOST and PORT to what this machine has`;
  return null;
}
