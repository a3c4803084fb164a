import { paths } from "../../../contract/paths.ts";
import { LoginView } from "./login-view.tsx";
import { IslandRouter } from "./island-router.tsx";

/** Brought to life by itself: the rest of the page has no behaviour. */
export default function ProviderLoginIsland() {
  return (
    <IslandRouter>
      <LoginView page={paths.providerLogin} />
    </IslandRouter>
  );
}
