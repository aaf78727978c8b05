// A mail server that throws everything away, and says over HTTP how much came and when the first did.
import { createServer } from "node:http";
import { SMTPServer } from "smtp-server";

const [smtpPort, httpPort] = process.argv.slice(2).map(Number);
const came = { count: 0, first_ms: null, last_ms: null, example: "" };

new SMTPServer({
  disabledCommands: ["AUTH", "STARTTLS"],
  logger: false,
  onData(stream, _session, callback) {
    const parts = [];
    if (came.example === "") stream.on("data", (chunk) => parts.push(chunk));
    else stream.resume();
    stream.on("end", () => {
      came.first_ms ??= Date.now();
      came.last_ms = Date.now();
      came.count += 1;
      if (parts.length > 0) came.example = Buffer.concat(parts).toString();
      callback();
    });
  },
})
  .on("error", () => {})
  .listen(smtpPort, "127.0.0.1");

createServer((request, response) => {
  response.end(JSON.stringify(came));
  if (request.method === "DELETE")
    Object.assign(came, { count: 0, first_ms: null, last_ms: null, example: "" });
}).listen(httpPort, "127.0.0.1");
