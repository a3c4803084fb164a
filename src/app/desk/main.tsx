import "../../platform/site/ui/tokens.css";
import "../../platform/site/ui/base.css";
import "./desk.css";
import { createRoot } from "react-dom/client";
import { createBrowserRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { handleSignedOut } from "../../platform/desk/data/desk-request.ts";
import { loginPath } from "../../platform/desk/shell/next-path.ts";
import { routes } from "./routes.tsx";

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
