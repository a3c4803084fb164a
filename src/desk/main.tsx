import "../web/ui/tokens.css";
import "../web/ui/base.css";
import "./desk.css";
import { createRoot } from "react-dom/client";
import { createBrowserRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { handleSignedOut } from "./api/desk-request.ts";
import { routes } from "./routes.tsx";
import { loginPath } from "./session/next-path.ts";

const router = createBrowserRouter(routes);
handleSignedOut(() => {
  const { pathname, search } = router.state.location;
  void router.navigate(loginPath(`${pathname}${search}`), {
    replace: true,
    state: { isOver: true },
  });
});

const root = document.getElementById("root");
if (root) createRoot(root).render(<RouterProvider router={router} />);
