import { type ClientHttp2Session, connect } from "node:http2";
import { connect as connectTls } from "node:tls";
import { median } from "./load.ts";

const AT_ONCE = 16;

type Counted = { cpu_seconds(): number };
type Rate = { per_second: number; cpu_us: number };

async function times(count: number, once: (number: number) => Promise<void>): Promise<void> {
  let next = 0;
  const run = async () => {
    while (next < count) {
      next += 1;
      await once(next - 1);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, run));
}

async function measured(process: Counted, count: number, work: () => Promise<void>): Promise<Rate> {
  const [since, before] = [performance.now(), process.cpu_seconds()];
  await work();
  const per_second = (count / (performance.now() - since)) * 1_000;
  return { per_second, cpu_us: ((process.cpu_seconds() - before) / count) * 1e6 };
}

function shake(port: number, servername: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const options = { host: "127.0.0.1", port, servername, rejectUnauthorized: false };
    const socket = connectTls(options, () => socket.destroy());
    socket.once("error", reject).once("close", () => resolve());
  });
}

/** Full handshakes, one name after the other. */
export function handshakes(
  process: Counted,
  port: number,
  names: readonly string[],
  count: number,
): Promise<Rate> {
  const name = (number: number) => names[number % names.length] ?? "";
  return measured(process, count, () => times(count, (number) => shake(port, name(number))));
}

function get(session: ClientHttp2Session, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const stream = session.request({ ":path": path, "accept-encoding": "br" });
    stream.once("error", reject).once("end", resolve).resume();
  });
}

/** Reads of one path on some connections of HTTP/2, a few at once on each. */
export async function http2Reads(process: Counted, url: string, count: number): Promise<Rate> {
  const { origin, pathname } = new URL(url);
  const open = () => connect(origin, { rejectUnauthorized: false });
  const sessions = Array.from({ length: AT_ONCE }, open);
  const read = (number: number) => get(sessions[number % sessions.length] ?? open(), pathname);
  const rates: Rate[] = [];
  for (let round = 0; round < 4; round += 1)
    rates.push(await measured(process, count, () => times(count, read)));
  for (const session of sessions) session.close();
  const later = rates.slice(1);
  return {
    per_second: median(later.map((rate) => rate.per_second)),
    cpu_us: median(later.map((rate) => rate.cpu_us)),
  };
}
