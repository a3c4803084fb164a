/** A minimal Fastify, the baseline for our startup time. */
import fastify from "fastify";

const app = fastify();
app.get("/", () => ({ ok: true }));
console.log(`Listening on ${await app.listen({ host: "127.0.0.1", port: 0 })}`);
process.once("SIGTERM", () => void app.close());
