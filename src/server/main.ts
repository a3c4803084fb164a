import { start } from "./start.ts";

// Started by main.js, which makes it quicker and smaller; runs on its own as well.
await start();
