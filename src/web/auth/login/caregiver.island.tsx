import { paths } from "../../../contract/paths.ts";
import { LoginView } from "./login-view.tsx";
import { IslandRouter } from "./island-router.tsx";

/** Brought to life by itself: the rest of the page has no behaviour. */
export default function CaregiverLoginIsland() {
  return (
    <IslandRouter>
      <LoginView page={paths.caregiverLogin} />
    </IslandRouter>
  );
}
