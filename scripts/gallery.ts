/**
 * `npm run gallery`: serves every component of src/platform/site/ui, src/platform/site/forms and src/platform/desk/ui in every
 * state, from the examples in src/app/gallery. A development tool; the site and its build do not include
 * it.
 */
import path from "node:path";
import react from "@vitejs/plugin-react";
import { createServer, type Plugin } from "vite";
import { displayPreferencesPath } from "../src/platform/contract/display-preferences.ts";
import { customMedia } from "./build/custom-media.ts";

/** Accepts changed display preferences; the gallery stores them only in the browser's cookie. */
const displayPreferences: Plugin = {
  name: "display-preferences",
  configureServer({ middlewares }) {
    middlewares.use(
      displayPreferencesPath,
      (_request, response) => void response.writeHead(204).end(),
    );
  },
};

const root = path.resolve(import.meta.dirname, "..");
const server = await createServer({
  configFile: false,
  root: path.join(root, "src/app/gallery"),
  cacheDir: path.join(root, "node_modules/.vite-gallery"),
  publicDir: false,
  plugins: [customMedia(), react(), displayPreferences],
  // Vite takes the next free port when this one is in use.
  server: { host: "127.0.0.1", port: 5173, fs: { allow: [root] } },
});
await server.listen();
console.log(`Gallery on ${server.resolvedUrls?.local[0]}`);
