import { paths } from "../../../../../platform/contract/paths.ts";
import { IslandRouter } from "./island-router.tsx";
import { LoginView } from "./login-view.tsx";

/** Hydrates on its own: the rest of the page is static. */
export default function CaregiverLoginIsland() {
  return (
    <IslandRouter>
      <LoginView page={paths.caregiverLogin} />
    </IslandRouter>
  );
}
