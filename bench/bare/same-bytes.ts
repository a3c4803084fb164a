/** `node same-bytes.ts <origin> <path>`: a bare node:http server that serves the origin's response from memory. */
import { createServer, request } from "node:http";

const [origin = "", path = "/"] = process.argv.slice(2);
const { headers, body } = await copyResponse();
const server = createServer((_request, response) => {
  response.writeHead(200, headers);
  response.end(body);
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  console.log(`Listening on http://127.0.0.1:${typeof address === "object" && address?.port}`);
});
process.once("SIGTERM", () => process.exit(0));

function copyResponse(): Promise<{ headers: Record<string, string>; body: Buffer }> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      origin + path,
      { headers: { "accept-encoding": "br" } },
      async (response) => {
        const {
          date: _date,
          connection: _connection,
          "keep-alive": _keep,
          ...rest
        } = response.headers;
        const headers = Object.fromEntries(
          Object.entries(rest).map(([name, value]) => [name, String(value)]),
        );
        resolve({ headers, body: Buffer.concat(await response.toArray()) });
      },
    );
    outgoing.on("error", reject).end();
  });
}
