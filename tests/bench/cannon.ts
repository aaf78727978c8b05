import autocannon from "autocannon";

export type Asked = { method?: "GET" | "POST"; path: string; headers?: Record<string, string> };

/** Without `requests`: that of the options. */
export type Fire = { options: autocannon.Options; requests: Asked[] };

/** So many of them for each connection, so that not all ask for the same at the same time. */
function shares(requests: Asked[], connections: number): Asked[][] {
  if (requests.length < connections) return Array(connections).fill(requests);
  const size = Math.floor(requests.length / connections);
  return Array.from({ length: connections }, (_, n) => requests.slice(n * size, (n + 1) * size));
}

// A program of its own: whoever measures is not kept waiting by what it sends.
process.once("message", ({ options, requests }: Fire) => {
  const left = shares(requests, options.connections ?? 1);
  const setupClient = (client: autocannon.Client) => {
    const own = left.pop() ?? [];
    if (own.length > 0) client.setRequests(own);
  };
  const running = autocannon({ ...options, setupClient }, (error, result) => {
    if (error) throw error;
    process.send?.(result, () => process.disconnect?.());
  });
  process.once("message", () => running.stop());
  process.send?.("begun");
});
process.once("disconnect", () => process.exit());
