/**
 * The content security policy of sign-in and admin: scripts and style elements carry the nonce of
 * their document, and what a script of ours loads is ours. Elements have no styles of their own. In
 * development React evaluates code to show where errors come from, and Next's overlay has styles.
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

/**
 * The policy of a page's preview, which stands in a frame of the admin: an operator's style sheet
 * counts there, and no script runs.
 */
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

/** Whether a path is that of a preview. */
export function isPreview(path: string): boolean {
  return PREVIEW.test(path);
}

function written(directives: Record<string, string>): string {
  return Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`)
    .join("; ");
}
