/** Request body of the bare servers: the fields of the contact form, all required. */
export interface Message {
  readonly name: string;
  readonly phone: string;
  readonly email: string;
  readonly message: string;
}

const text = { type: "string", minLength: 1 } as const;

/** Validated by Fastify itself, at almost no cost. */
export const messageSchema = {
  body: {
    type: "object",
    required: ["name", "phone", "email", "message"],
    properties: { name: text, phone: text, email: text, message: text },
  },
} as const;

/** Table of the bare servers, valid on both engines. */
export const createMessages =
  "create table messages (id text primary key, created_at bigint not null, data text not null)";
