import { paths } from "../../../contract/paths.ts";
import { LoginView } from "../login-door.tsx";
import { IslandRouter } from "../own-router.tsx";

/** Brought to life by itself: the rest of the page has no behaviour. */
export default function ProviderLoginIsland() {
  return (
    <IslandRouter>
      <LoginView page={paths.providerLogin} />
    </IslandRouter>
  );
}
