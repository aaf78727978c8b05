// Shows at the corner of any site what goes wrong on a status page: a frame, hidden until the page
// has something to say. No cookies, no styles or names in the site's own space.

{
  const script = /** @type {HTMLScriptElement | null} */ (document.currentScript);
  const address = new URL("frame", script?.src || location.href);
  const lang = script?.dataset.lang || document.documentElement.lang;
  if (lang) address.searchParams.set("lang", lang);
  const isSmall = screen.width < 450;
  if (isSmall) address.searchParams.set("mobile", "true");

  const QUIET_MS = 20_000;
  const LONGEST_MS = 30 * 60_000;
  const frame = document.createElement("iframe");
  // Set one by one: a site's content security policy refuses a style attribute.
  const place = isSmall
    ? { left: "0", bottom: "0", width: "100vw", height: "20vh", minHeight: "8rem" }
    : { right: "60px", bottom: "60px", width: "320px", height: "115px", maxWidth: "100vw" };
  const hidden = { visibility: "hidden", transform: "translateX(200vw)" };
  const shown = { visibility: "visible", transform: "none" };
  const look = { position: "fixed", border: "0", zIndex: "2147483000", colorScheme: "light dark" };
  /** @param {boolean} isShown */
  const show = (isShown) => {
    Object.assign(frame.style, isShown ? shown : hidden);
    frame.tabIndex = isShown ? 0 : -1;
    frame.ariaHidden = String(!isShown);
  };
  frame.title = script?.dataset.title || "Status";
  Object.assign(frame.style, look, place);
  show(false);

  let pause = QUIET_MS;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let retry;
  const load = () => {
    frame.src = address.href;
    retry = setTimeout(load, pause * (1 + Math.random()));
    pause = Math.min(LONGEST_MS, pause * 2);
  };
  addEventListener("message", ({ origin, source, data }) => {
    if (origin !== address.origin || source !== frame.contentWindow) return;
    // It lives, and asks for itself from now on.
    clearTimeout(retry);
    if (data?.action === "showFrame") show(true);
    if (data?.action === "dismissFrame") show(false);
  });

  const begin = () => {
    load();
    document.body.append(frame);
  };
  if (document.body) begin();
  else addEventListener("DOMContentLoaded", begin, { once: true });
}
