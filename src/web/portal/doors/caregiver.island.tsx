import { paths } from "../../../contract/paths.ts";
import { LoginDoor } from "../login-door.tsx";
import { OwnRouter } from "../own-router.tsx";

/** Brought to life by itself: the rest of the page has no behaviour. */
export default function CaregiverDoor() {
  return (
    <OwnRouter>
      <LoginDoor page={paths.caregiverLogin} />
    </OwnRouter>
  );
}
