// What nodemailer alone does: a pool that sends the same message, read from a file, so often.
import { readFileSync } from "node:fs";
import { createTransport } from "nodemailer";

const [url, file, count, connections] = process.argv.slice(2);
const message = JSON.parse(readFileSync(file, "utf8"));
const { hostname: host, port } = new URL(url);
const pool = createTransport({
  pool: true,
  host,
  port: Number(port),
  secure: false,
  maxConnections: Number(connections),
});
let next = 0;
async function send() {
  while (next < Number(count)) {
    next += 1;
    const to = `bare-${next}@example.com`;
    await pool.sendMail({ ...message, to, messageId: `<bare.${next}@example.com>` });
  }
}
const start = performance.now();
await Promise.all(Array.from({ length: Number(connections) * 2 }, send));
console.log(JSON.stringify({ per_s: (Number(count) * 1_000) / (performance.now() - start) }));
process.exit(0);
