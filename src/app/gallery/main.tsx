import "../../platform/site/ui/tokens.css";
import "../../platform/site/ui/base.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { BrowserRouter } from "../../platform/site/runtime/router.ts";
import { RouterProvider } from "../../platform/site/runtime/router-context.tsx";
import { deskHome } from "./part.ts";

// Each has base styles of its own, so only one is loaded.
const Gallery = location.pathname.startsWith(deskHome)
  ? (await import("./desk/desk-gallery.tsx")).DeskGallery
  : (await import("./gallery.tsx")).Gallery;

// Without registered routes it only tells the current path.
const router = new BrowserRouter(false);

createRoot(document.getElementById("root") ?? document.body).render(
  <StrictMode>
    <RouterProvider router={router}>
      <Gallery />
    </RouterProvider>
  </StrictMode>,
);
