import type { CustomCode } from "#lib/core/request/request-scope.ts";
import { contentSecurityPolicy } from "#lib/server/cache/csp.ts";

/** The attribute of the scripts that a public document keeps. */
const OURS = /\sdata-allclear[\s=>]/;
const SCRIPT = /<script\b[^>]*>[\s\S]*?<\/script\s*>/gi;
const PRELOAD = /<link\b[^>]*\brel="(?:modulepreload|preload)"[^>]*>/gi;

/** @param isKept whether a script stays, by its start tag */
function withoutScripts(html: string, isKept: (tag: string) => boolean): string {
  return html
    .replace(SCRIPT, (script) => (isKept(script.slice(0, script.indexOf(">") + 1)) ? script : ""))
    .replace(PRELOAD, (link) =>
      link.includes("modulepreload") || link.includes('as="script"') ? "" : link,
    );
}

/** A preview of a document, where the policy lets no script run: browsers log each that is there. */
export function previewDocument(html: string): string {
  return withoutScripts(html, () => false);
}

function insert(html: string, at: number, code: string): string {
  return at < 0 ? html + code : html.slice(0, at) + code + html.slice(at);
}

// Neither ends its element early.
function styleOf(css: string): string {
  return `<style>${css.replaceAll(/<(?=\/style)/gi, "\\3c ")}</style>`;
}

function scriptOf(js: string): string {
  return `<script>${js.replaceAll(/<(?=\/script|!--)/gi, "\\x3c")}</script>`;
}

const FOOTER_END = "</footer>";

function withCustomCode(html: string, custom: CustomCode): string {
  const { head_code, custom_css, custom_header, custom_footer, custom_js } = custom;
  let whole = html;
  const add = (code: string | null, place: () => number) => {
    if (code) whole = insert(whole, place(), code);
  };
  // From the end on: what an operator writes moves no place that is still to be found.
  add(custom_js && scriptOf(custom_js), () => html.lastIndexOf("</body>"));
  add(custom_footer, () => html.lastIndexOf(FOOTER_END) + FOOTER_END.length);
  add(custom_header, () => html.indexOf("<header"));
  const head = (custom_css ? styleOf(custom_css) : "") + (head_code ?? "");
  add(head, () => html.indexOf("</head>"));
  return whole;
}

/**
 * A public document as visitors get it: without the framework's scripts, with what the page's
 * operator adds, and with a policy that allows just that.
 */
export function publicDocument(
  html: string,
  custom: CustomCode | undefined,
): { html: string; policy: string } {
  const stripped = withoutScripts(html, (tag) => OURS.test(tag));
  const whole = custom ? withCustomCode(stripped, custom) : stripped;
  return { html: whole, policy: contentSecurityPolicy(whole, custom) };
}
