import "../web/ui/tokens.css";
import "../web/ui/base.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { displayCookiePattern } from "../contract/endpoints/display-preferences.ts";
import { watchDisplayPreferences } from "../web/page/display-preferences.ts";
import { BrowserRouter } from "../web/runtime/router.ts";
import { RouterProvider } from "../web/runtime/router-context.tsx";
import { Gallery } from "./gallery.tsx";

// On the site, the page server and the boot script do this.
const kept = displayCookiePattern.exec(document.cookie)?.[1] ?? "";
document.documentElement.className = kept.replaceAll(".", " ");
window.boot = { loadedAt: performance.now(), ready: () => {} };
watchDisplayPreferences();

// Without registered routes it only tells the current path.
const router = new BrowserRouter(false);

createRoot(document.getElementById("root") ?? document.body).render(
  <StrictMode>
    <RouterProvider router={router}>
      <Gallery />
    </RouterProvider>
  </StrictMode>,
);
