/**
 * `node fastify-sqlite.ts <file> <group|each>`: a bare Fastify that stores messages in
 * SQLite (WAL, synchronous=FULL). "group": messages of one event loop turn share a commit
 * and are acknowledged after it. "each": one commit, so one disk sync, per message.
 */
import { randomUUID } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import fastify from "fastify";
import { createMessages, type Message, messageSchema } from "./message.ts";

const [file = "", mode] = process.argv.slice(2);
const database = new DatabaseSync(file);
database.exec("pragma journal_mode = wal; pragma synchronous = full");
database.exec(createMessages);
const insert = database.prepare("insert into messages (id, created_at, data) values (?, ?, ?)");

interface QueuedMessage {
  readonly message: Message;
  resolve(id: string): void;
  reject(error: unknown): void;
}
let queue: QueuedMessage[] = [];

function store(message: Message): string {
  const id = randomUUID();
  insert.run(id, Date.now(), JSON.stringify(message));
  return id;
}

function storeTogether(message: Message): Promise<string> {
  return new Promise((resolve, reject) => {
    if (queue.push({ message, resolve, reject }) === 1) setImmediate(commit);
  });
}

function commit(): void {
  const batch = queue;
  queue = [];
  try {
    database.exec("begin immediate");
    const ids = batch.map(({ message }) => store(message));
    database.exec("commit");
    batch.forEach(({ resolve }, index) => {
      resolve(ids[index] ?? "");
    });
  } catch (error) {
    if (database.isTransaction) database.exec("rollback");
    for (const { reject } of batch) reject(error);
  }
}

const app = fastify();
app.get("/", () => ({ ok: true }));
app.post<{ Body: Message }>("/messages", { schema: messageSchema }, async (request, reply) => {
  const id = mode === "group" ? await storeTogether(request.body) : store(request.body);
  return reply.code(201).send({ id });
});
console.log(`Listening on ${await app.listen({ host: "127.0.0.1", port: 0 })}`);
process.once("SIGTERM", () => void app.close().then(() => database.close()));
