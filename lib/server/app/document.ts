import type { IncomingMessage, ServerResponse } from "node:http";
import type { CustomCode } from "#lib/core/request/request-scope.ts";
import { captureAnswer, type Handler } from "#lib/server/app/capture.ts";
import { contentSecurityPolicy } from "#lib/server/cache/csp.ts";

const OURS = /\sdata-allclear[\s=>]/;
const SCRIPT = /<script\b[^>]*>[\s\S]*?<\/script\s*>/gi;
const PRELOAD = /<link\b[^>]*\brel="(?:modulepreload|preload)"[^>]*>/gi;

function withoutScripts(html: string, isKept: (tag: string) => boolean): string {
  return html
    .replace(SCRIPT, (script) => (isKept(script.slice(0, script.indexOf(">") + 1)) ? script : ""))
    .replace(PRELOAD, (link) =>
      link.includes("modulepreload") || link.includes('as="script"') ? "" : link,
    );
}

/** Browsers log each script that the preview's policy blocks, so all are removed. */
function previewDocument(html: string): string {
  return withoutScripts(html, () => false);
}

function insert(html: string, at: number, code: string): string {
  return at < 0 ? html + code : html.slice(0, at) + code + html.slice(at);
}

function styleOf(css: string): string {
  return `<style>${css.replaceAll(/<(?=\/style)/gi, "\\3c ")}</style>`;
}

const TAGGED = /^\s*(?:<!--(?:(?!-->)[\s\S])*-->\s*)*<script\b/i;

/** People paste scripts with their tags; within ours, those would be a syntax error. */
function scriptOf(js: string): string {
  if (TAGGED.test(js)) return js;
  return `<script>${js.replaceAll(/<(?=\/script|!--)/gi, "\\x3c")}</script>`;
}

const FOOTER_END = "</footer>";

function withCustomCode(html: string, custom: CustomCode): string {
  const { head_code, custom_css, custom_header, custom_footer, custom_js } = custom;
  let whole = html;
  const add = (code: string | null, place: () => number) => {
    if (code) whole = insert(whole, place(), code);
  };
  // From the end: inserted code must not move the positions still to be found.
  add(custom_js && scriptOf(custom_js), () => html.lastIndexOf("</body>"));
  add(custom_footer, () => html.lastIndexOf(FOOTER_END) + FOOTER_END.length);
  add(custom_header, () => html.indexOf("<header"));
  const head = (custom_css ? styleOf(custom_css) : "") + (head_code ?? "");
  add(head, () => html.indexOf("</head>"));
  return whole;
}

/**
 * Completes a public document: removes the framework's scripts, adds the operator's code and the
 * matching policy.
 */
export function publicDocument(
  html: string,
  custom: CustomCode | undefined,
): { html: string; policy: string } {
  const stripped = withoutScripts(html, (tag) => OURS.test(tag));
  const whole = custom ? withCustomCode(stripped, custom) : stripped;
  return { html: whole, policy: contentSecurityPolicy(whole, custom) };
}

export async function answerPreview(
  handler: Handler,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { status, headers, body } = await captureAnswer(handler, request);
  const isHtml = String(headers["content-type"] ?? "").startsWith("text/html");
  const content = isHtml ? Buffer.from(previewDocument(body.toString())) : body;
  const { "transfer-encoding": _, ...kept } = headers;
  response.writeHead(status, { ...kept, "content-length": content.length }).end(content);
}
