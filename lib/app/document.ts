import { contentSecurityPolicy } from "#lib/page-cache/csp.ts";
import type { CustomCode } from "#lib/request-scope.ts";

/** The attribute of the scripts that a public document keeps. */
const OURS = /\sdata-allclear[\s=>]/;
const SCRIPT = /<script\b[^>]*>[\s\S]*?<\/script\s*>/gi;
const PRELOAD = /<link\b[^>]*\brel="(?:modulepreload|preload)"[^>]*>/gi;

function withoutFrameworkScripts(html: string): string {
  return html
    .replace(SCRIPT, (script) =>
      OURS.test(script.slice(0, script.indexOf(">") + 1)) ? script : "",
    )
    .replace(PRELOAD, (link) =>
      link.includes("modulepreload") || link.includes('as="script"') ? "" : link,
    );
}

function insert(html: string, at: number, code: string): string {
  return at < 0 ? html + code : html.slice(0, at) + code + html.slice(at);
}

function withCustomCode(html: string, { head_code, custom_js }: CustomCode): string {
  const headed = head_code ? insert(html, html.indexOf("</head>"), head_code) : html;
  if (!custom_js) return headed;
  const script = `<script>${custom_js.replaceAll(/<(?=\/script|!--)/gi, "\\x3c")}</script>`;
  return insert(headed, headed.lastIndexOf("</body>"), script);
}

/**
 * A public document as visitors get it: without the framework's scripts, with what the page's
 * operator adds, and with a policy that allows just that.
 */
export function publicDocument(
  html: string,
  custom: CustomCode | undefined,
): { html: string; policy: string } {
  const stripped = withoutFrameworkScripts(html);
  const whole = custom ? withCustomCode(stripped, custom) : stripped;
  return { html: whole, policy: contentSecurityPolicy(whole, custom) };
}
