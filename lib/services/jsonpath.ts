import type { JSONPathQuery } from "json-p3";
import { MAX_NAME } from "#lib/core/fields/text.ts";

type Compiled = { query: JSONPathQuery } | { problem: string };

/** Compiles a JSONPath (RFC 9535); `problem`: what is wrong, in English. */
export async function compileJsonpath(expression: string): Promise<Compiled> {
  if (expression.length > MAX_NAME) return { problem: "too long" };
  const { JSONPathEnvironment, JSONPathError } = await import("json-p3");
  try {
    return { query: new JSONPathEnvironment().compile(expression) };
  } catch (error) {
    if (error instanceof JSONPathError) return { problem: error.message };
    throw error;
  }
}

type Pattern = { pattern: { test: (text: string) => boolean } } | { problem: string };

/** Compiles a regular expression of RE2, whose time is linear. */
export async function compilePattern(expression: string): Promise<Pattern> {
  const { RE2JS, RE2JSSyntaxException } = await import("re2js");
  try {
    const compiled = RE2JS.compile(expression);
    return { pattern: { test: (text) => compiled.matcher(text).find() } };
  } catch (error) {
    if (error instanceof RE2JSSyntaxException) return { problem: error.message };
    throw error;
  }
}
