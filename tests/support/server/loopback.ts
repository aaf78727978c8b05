import { once } from "node:events";
import type { AddressInfo, Server, Socket } from "node:net";

const connections = new WeakMap<Server, Set<Socket>>();

/** Has a server listen on this machine alone. @returns its port */
export async function listenHere(server: Server, port = 0): Promise<number> {
  const open = connections.get(server) ?? new Set();
  if (!connections.has(server))
    server.on("connection", (socket) => {
      open.add(socket);
      socket.once("close", () => open.delete(socket));
    });
  connections.set(server, open);
  await once(server.listen(port, "127.0.0.1"), "listening");
  return (server.address() as AddressInfo).port;
}

/** Ends a server, and whatever is connected to it. */
export async function shut(server: Server): Promise<void> {
  if (!server.listening) return;
  for (const socket of connections.get(server) ?? []) socket.destroy();
  server.close();
  await once(server, "close");
}
