import { createHash } from "node:crypto";
import type { CustomCode } from "#lib/core/request/request-scope.ts";

type Element = { tag: string; content: string };

// A single pass: an element that is never closed must not cause repeated scans.
function elements(html: string, name: string): Element[] {
  const opening = new RegExp(`<${name}\\b`, "gi");
  const closing = new RegExp(`</${name}\\s*>`, "gi");
  const matches: Element[] = [];
  for (let open = opening.exec(html); open; open = opening.exec(html)) {
    const end = html.indexOf(">", open.index) + 1;
    closing.lastIndex = end;
    const close = end > 0 ? closing.exec(html) : null;
    if (!close) break;
    matches.push({ tag: html.slice(open.index, end), content: html.slice(end, close.index) });
    opening.lastIndex = closing.lastIndex;
  }
  return matches;
}

function hashes(matches: Element[]): string[] {
  return matches.map(
    ({ content }) => `'sha256-${createHash("sha256").update(content).digest("base64")}'`,
  );
}

// Other characters in a host could be read as another host or a directive.
const ORIGIN = /^https?:\/\/[a-z0-9-]+(?:\.[a-z0-9-]+)*(?::\d+)?$/;

function origins(scripts: Element[]): string[] {
  const addresses = scripts.map(
    ({ tag }) => /\ssrc=["']?(https?:\/\/[^"'\s>]+)/i.exec(tag)?.[1] ?? "",
  );
  return addresses
    .filter((url) => URL.canParse(url))
    .map((url) => new URL(url).origin)
    .filter((origin) => ORIGIN.test(origin));
}

function sources(...list: string[]): string {
  return [...new Set(list)].join(" ");
}

/** Allows our script, stylesheet and inline style; other inline code by hash. */
function strict(html: string): Record<string, string> {
  const scripts = elements(html, "script");
  const inline = scripts.filter(({ tag }) => !/\ssrc=/i.test(tag));
  return {
    "default-src": "'none'",
    "script-src": sources("'self'", ...hashes(inline), ...origins(scripts)),
    "style-src": sources("'self'", ...hashes(elements(html, "style"))),
    "img-src": "'self' https: data:",
    "font-src": "'self'",
    "connect-src": "'self'",
    "manifest-src": "'self'",
  };
}

/** Operators' code may use anything over HTTPS unless they chose a strict policy. */
const OPEN = {
  "default-src": "'self' https: data:",
  "script-src": "'self' 'unsafe-inline' https:",
  "style-src": "'self' 'unsafe-inline' https:",
  "connect-src": "'self' https: wss:",
};

function styled(html: string): Record<string, string> {
  const own = strict(html);
  return { ...own, "style-src": `${own["style-src"]} https:`, "font-src": "'self' https: data:" };
}

function sourcesFor(html: string, custom: CustomCode | undefined): Record<string, string> {
  if (!custom || custom.strict_csp) return strict(html);
  const { head_code, custom_header, custom_footer, custom_js, custom_css } = custom;
  if (head_code || custom_header || custom_footer || custom_js) return OPEN;
  return custom_css ? styled(html) : strict(html);
}

/** Policy of a public document. Operators' code relaxes it, unless they chose `strict_csp`. */
export function contentSecurityPolicy(html: string, custom: CustomCode | undefined): string {
  const directives = {
    ...sourcesFor(html, custom),
    "base-uri": "'none'",
    "form-action": "'self'",
    "object-src": "'none'",
    "frame-ancestors": custom?.enable_embedding ? "*" : "'none'",
  };
  return Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`)
    .join("; ");
}

/**
 * Policy of sign-in and admin: nonces for scripts and style elements, no style attributes.
 * Development needs `eval` for React and inline styles for Next's overlay.
 */
export function adminPolicy(nonce: string, isDevelopment: boolean): string {
  const evaluating = isDevelopment ? " 'unsafe-eval'" : "";
  const directives = {
    "default-src": "'none'",
    "script-src": `'self' 'nonce-${nonce}' 'strict-dynamic'${evaluating}`,
    "style-src": `'self' ${isDevelopment ? "'unsafe-inline'" : `'nonce-${nonce}'`}`,
    "img-src": "'self' https: data: blob:",
    "font-src": "'self'",
    "connect-src": "'self'",
    "frame-src": "'self' blob:",
    "worker-src": "'self' blob:",
    "manifest-src": "'self'",
    "object-src": "'none'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
  };
  return written(directives);
}

export const PREVIEW_POLICY = written({
  "default-src": "'none'",
  "style-src": "'self' 'unsafe-inline' https:",
  "img-src": "'self' https: data:",
  "font-src": "'self' https: data:",
  "base-uri": "'none'",
  "form-action": "'none'",
  "frame-ancestors": "'self'",
  sandbox: "allow-same-origin",
});

const PREVIEW = /^\/pages\/[^/]+\/(?:appearance|emails|emails\/kept)\/preview$/;

export function isPreview(path: string): boolean {
  return PREVIEW.test(path);
}

function written(directives: Record<string, string>): string {
  return Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`)
    .join("; ");
}
