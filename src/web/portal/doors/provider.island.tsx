import { paths } from "../../../contract/paths.ts";
import { LoginDoor } from "../login-door.tsx";
import { OwnRouter } from "../own-router.tsx";

/** Brought to life by itself: the rest of the page has no behaviour. */
export default function ProviderDoor() {
  return (
    <OwnRouter>
      <LoginDoor page={paths.providerLogin} />
    </OwnRouter>
  );
}
