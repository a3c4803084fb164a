import "../../web/ui/tokens.css";
import "../../web/ui/base.css";
import "../../desk/desk.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { BrowserRouter } from "../../web/runtime/router.ts";
import { RouterProvider } from "../../web/runtime/router-context.tsx";
import { DeskGallery } from "./desk-gallery.tsx";

const router = new BrowserRouter(false);

createRoot(document.getElementById("root") ?? document.body).render(
  <StrictMode>
    <RouterProvider router={router}>
      <DeskGallery />
    </RouterProvider>
  </StrictMode>,
);
