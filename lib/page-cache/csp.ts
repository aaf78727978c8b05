import { createHash } from "node:crypto";
import type { CustomCode } from "#lib/page-cache/scope.ts";

function hashes(html: string, element: RegExp): string[] {
  const found = Array.from(html.matchAll(element), ([, content = ""]) => content);
  return found.map((content) => `'sha256-${createHash("sha256").update(content).digest("base64")}'`);
}

function origins(html: string): string[] {
  const sources = Array.from(html.matchAll(/<script\b[^>]*\ssrc=["']?(https?:\/\/[^"'\s>]+)/gi), ([, url = ""]) => url);
  return sources.filter((url) => URL.canParse(url)).map((url) => new URL(url).origin);
}

function sources(...list: string[]): string {
  return [...new Set(list)].join(" ");
}

/** What the page itself needs: our script, our stylesheet, its own inline style; whatever else is inline has its hash here. */
function strict(html: string): Record<string, string> {
  const scripts = [...hashes(html, /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script\s*>/gi), ...origins(html)];
  return {
    "default-src": "'none'",
    "script-src": sources("'self'", ...scripts),
    "style-src": sources("'self'", ...hashes(html, /<style\b[^>]*>([\s\S]*?)<\/style\s*>/gi)),
    "img-src": "'self' https: data:",
    "font-src": "'self'",
    "connect-src": "'self'",
    "manifest-src": "'self'",
  };
}

/** What operators' code may do unless they ask for a strict policy: anything over https. */
const OPEN = {
  "default-src": "https: data:",
  "script-src": "'self' 'unsafe-inline' https:",
  "style-src": "'self' 'unsafe-inline' https:",
  "connect-src": "'self' https: wss:",
};

/** The policy of a public document. Operators' code opens it, unless they chose `strict_csp`. */
export function contentSecurityPolicy(html: string, custom: CustomCode | undefined): string {
  const open = custom && !custom.strict_csp && (custom.head_code || custom.custom_js);
  const directives = {
    ...(open ? OPEN : strict(html)),
    "base-uri": "'none'",
    "form-action": "'self'",
    "object-src": "'none'",
    "frame-ancestors": custom?.enable_embedding ? "*" : "'none'",
  };
  return Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`)
    .join("; ");
}
