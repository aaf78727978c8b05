import { EnvError, env } from "#lib/platform/config/env.ts";

type ListenError = NodeJS.ErrnoException & { port?: number };

/** One line on what to do about it, where the person who starts the server is at fault. */
export function refusalToStart(error: unknown): string | null {
  if (error instanceof EnvError) return `Configuration: ${error.message}`;
  const { code = "", syscall = "", message, port } = error as ListenError;
  const variable = port === env().HTTPS_PORT ? "HTTPS_PORT" : "PORT";
  if (code === "EADDRINUSE")
    return `Port ${port ?? env().PORT} is in use: set ${variable} to another one`;
  if (/^(listen|getaddrinfo)$/.test(syscall))
    return `Cannot listen (${message}): set HOST and ${variable} to what this machine has`;
  return null;
}
