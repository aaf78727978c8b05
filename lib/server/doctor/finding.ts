/** `text`: what is so and, unless it is right, what to do. */
export type Finding = { check: string; state: "ok" | "warning" | "wrong"; text: string };

type Make = (check: string, text: string) => Finding;

export const ok: Make = (check, text) => ({ check, state: "ok", text });
export const warning: Make = (check, text) => ({ check, state: "warning", text });
export const wrong: Make = (check, text) => ({ check, state: "wrong", text });
