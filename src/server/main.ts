import { start } from "./start.ts";

// Normally started by main.js, which saves time and memory.
await start();
