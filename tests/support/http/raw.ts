import { connect } from "node:net";
import { text } from "node:stream/consumers";

export type RawAnswer = { status: number; headers: Map<string, string>; body: string };

/** Sends what stands there, byte for byte, and reads until the server ends the connection. */
export function sendRaw(port: number, bytes: string): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => {});
  socket.write(bytes, "latin1");
  return text(socket);
}

/** A request without a body, its head as it is written here. @returns null without an answer */
export async function requestRaw(port: number, head: string[]): Promise<RawAnswer | null> {
  const bytes = [...head, "Connection: close", "", ""].join("\r\n");
  const answer = await sendRaw(port, bytes).catch(() => "");
  const [lines = "", ...body] = answer.split("\r\n\r\n");
  const [first = "", ...fields] = lines.split("\r\n");
  const status = Number(first.split(" ")[1]);
  if (!status) return null;
  const headers = fields.map((field): [string, string] => {
    const colon = field.indexOf(":");
    return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()];
  });
  return { status, headers: new Map(headers), body: body.join("\r\n\r\n") };
}
