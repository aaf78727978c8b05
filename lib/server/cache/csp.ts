import { createHash } from "node:crypto";
import type { CustomCode } from "#lib/core/request/request-scope.ts";

type Element = { tag: string; content: string };

// One pass, whatever an operator's code looks like: what is never closed is looked for once.
function elements(html: string, name: string): Element[] {
  const opening = new RegExp(`<${name}\\b`, "gi");
  const closing = new RegExp(`</${name}\\s*>`, "gi");
  const found: Element[] = [];
  for (let open = opening.exec(html); open; open = opening.exec(html)) {
    const end = html.indexOf(">", open.index) + 1;
    closing.lastIndex = end;
    const close = end > 0 ? closing.exec(html) : null;
    if (!close) break;
    found.push({ tag: html.slice(open.index, end), content: html.slice(end, close.index) });
    opening.lastIndex = closing.lastIndex;
  }
  return found;
}

function hashes(found: Element[]): string[] {
  return found.map(
    ({ content }) => `'sha256-${createHash("sha256").update(content).digest("base64")}'`,
  );
}

// What a URL may have in its host, a policy may read as another host or as a directive.
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

/**
 * What the page itself needs: our script, our stylesheet, its own inline style; whatever else is
 * inline has its hash here.
 */
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

/** What operators' code may do unless they ask for a strict policy: anything over https. */
const OPEN = {
  "default-src": "https: data:",
  "script-src": "'self' 'unsafe-inline' https:",
  "style-src": "'self' 'unsafe-inline' https:",
  "connect-src": "'self' https: wss:",
};

/** The same where all they add is a style sheet. */
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

/** The policy of a public document. Operators' code opens it, unless they chose `strict_csp`. */
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
