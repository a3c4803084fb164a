/** `node fastify-postgres.ts <url>`: a bare Fastify that stores each message with one statement. */
import { randomUUID } from "node:crypto";
import fastify from "fastify";
import pg from "pg";
import { createMessages, type Message, messageSchema } from "./message.ts";

const pool = new pg.Pool({ connectionString: process.argv[2], max: 10 });
await pool.query(createMessages);

const app = fastify();
app.get("/", () => ({ ok: true }));
app.post<{ Body: Message }>("/messages", { schema: messageSchema }, async (request, reply) => {
  const id = randomUUID();
  await pool.query("insert into messages (id, created_at, data) values ($1, $2, $3)", [
    id,
    Date.now(),
    JSON.stringify(request.body),
  ]);
  return reply.code(201).send({ id });
});
console.log(`Listening on ${await app.listen({ host: "127.0.0.1", port: 0 })}`);
process.once("SIGTERM", () => void app.close().then(() => pool.end()));
