import { createServer } from "node:http";

// What 10,000 services are checked at: it answers at once, but for paths that never get an answer.
createServer((request, response) => {
  if (!request.url.startsWith("/hang")) response.writeHead(204).end();
}).listen(Number(process.argv[2]), "127.0.0.1");
