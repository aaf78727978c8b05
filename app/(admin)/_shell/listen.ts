const MINUTE_MS = 60_000;

/**
 * Calls back after every change of a page, and after a pause in which one may have been missed.
 * @returns what ends it
 */
export function listen(subdomain: string, onChange: () => void): () => void {
  let source: EventSource;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const connect = () => {
    source = new EventSource(`/s/${subdomain}/live`);
    source.addEventListener("change", onChange);
    source.onerror = () => {
      // After an answer such as a proxy's 502 the browser does not try again.
      if (source.readyState === EventSource.CLOSED)
        timer = setTimeout(reconnect, Math.random() * MINUTE_MS);
    };
  };
  const reconnect = () => {
    connect();
    onChange();
  };
  connect();
  return () => {
    clearTimeout(timer);
    source.close();
  };
}
