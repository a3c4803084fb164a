import { paths } from "../../../contract/paths.ts";
import { IslandRouter } from "./island-router.tsx";
import { LoginView } from "./login-view.tsx";

/** Brought to life by itself: the rest of the page has no behaviour. */
export default function ProviderLoginIsland() {
  return (
    <IslandRouter>
      <LoginView page={paths.providerLogin} />
    </IslandRouter>
  );
}
