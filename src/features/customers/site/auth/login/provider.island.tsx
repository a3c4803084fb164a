import { paths } from "../../../../../platform/contract/paths.ts";
import { IslandRouter } from "./island-router.tsx";
import { LoginView } from "./login-view.tsx";

export default function ProviderLoginIsland() {
  return (
    <IslandRouter>
      <LoginView page={paths.providerLogin} />
    </IslandRouter>
  );
}
