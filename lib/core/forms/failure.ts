const BY_STATUS = {
  403: "refused",
  404: "gone",
  408: "slow",
  413: "too_large",
  429: "too_often",
  503: "busy",
} as const;

/** How Next calls an answer that is neither an action's result nor a text of ours. */
const UNEXPECTED = "An unexpected response was received from the server.";

/**
 * Why a server action returned nothing, by what its call threw in the browser: a key below
 * `admin.errors`. Of a refusal of ours (lib/server/supervisor/refuse.ts) the message is its status.
 */
export function failureOf(error: unknown) {
  const { message = "", digest } = Object(error) as { message?: string; digest?: string };
  if (digest !== undefined) return "answers.failed";
  if (message === UNEXPECTED) return "answers.not_ours";
  if (!/^\d{3}$/.test(message)) return "unreachable";
  const status = Number(message) as keyof typeof BY_STATUS;
  return `answers.${BY_STATUS[status] ?? "failed"}` as const;
}
