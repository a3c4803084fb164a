import { start } from "../../src/app/server/start.ts";

// As main.js starts it, but webhooks may go to this computer.
await start({ allowLoopback: true });
