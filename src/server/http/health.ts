import type { FastifyInstance } from "fastify";
import type { AppContext } from "../context.ts";
import { ApiError } from "./api-error.ts";

/** `/livez`: the process answers. `/readyz`: the database answers too. */
export function registerHealth(app: FastifyInstance, { database }: AppContext): void {
  app.get("/livez", (_request, reply) =>
    reply.header("cache-control", "no-store").send({ ok: true }),
  );
  app.get("/readyz", async (_request, reply) => {
    try {
      await database.ping();
    } catch {
      throw new ApiError("unavailable");
    }
    return reply.header("cache-control", "no-store").send({ ok: true });
  });
}
