import { paths } from "../../../contract/paths.ts";
import { IslandRouter } from "./island-router.tsx";
import { LoginView } from "./login-view.tsx";

/** Brought to life by itself: the rest of the page has no behaviour. */
export default function CaregiverLoginIsland() {
  return (
    <IslandRouter>
      <LoginView page={paths.caregiverLogin} />
    </IslandRouter>
  );
}
