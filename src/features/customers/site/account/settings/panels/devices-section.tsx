import { withId } from "../../../../../../platform/contract/endpoints/define-endpoint.ts";
import { request } from "../../../../../../platform/site/runtime/api.ts";
import { type DeviceResponse, settingsEndpoints } from "../../../../contract/settings.ts";
import { Chip } from "../../chip.tsx";
import { formatDay, formatSettingsError, successMessage } from "../messages.ts";
import { useSettings } from "../settings-context.ts";
import { ActionRow, Row } from "./row.tsx";
import { Rows, SettingsSection } from "./section.tsx";

const here = "this-device";

export function DevicesSection() {
  const { devices } = useSettings().settings;
  const others = devices.filter(({ current }) => !current);
  return (
    <SettingsSection title="Devices" surface="white">
      <p>
        You are logged in on these devices. If you do not know one, log it out, then change your
        password.
      </p>
      <Rows>
        {devices
          .filter(({ current }) => current)
          .map(({ id, name }) => (
            <Row key={id} row={here} term={name} control={<Chip done>This one</Chip>}>
              <p>In use now</p>
            </Row>
          ))}
        {others.map((device) => (
          <Device key={device.id} device={device} />
        ))}
        {others.length > 1 && <AllOthers />}
      </Rows>
    </SettingsSection>
  );
}

function Device({ device: { id, name, lastSeenAt } }: { device: DeviceResponse }) {
  const { reload, withReauth } = useSettings();

  async function logOut() {
    const outcome = await withReauth(() => request(withId(settingsEndpoints.removeDevice, id)));
    // A session that is already gone is fine.
    if (!outcome.ok && outcome.error.code !== "not-found") return formatSettingsError(outcome);
    await reload();
    return { row: here, ...successMessage(`${name} is logged out.`) };
  }

  return (
    <ActionRow row={`device-${id}`} term={name} action="Log out" about={name} onPress={logOut}>
      <p>Last used {formatDay(lastSeenAt)}</p>
    </ActionRow>
  );
}

function AllOthers() {
  const { reload, withReauth } = useSettings();

  async function logOut() {
    const outcome = await withReauth(() => request(settingsEndpoints.removeDevices));
    if (!outcome.ok) return formatSettingsError(outcome);
    await reload();
    return { row: here, ...successMessage("All other devices are logged out.") };
  }

  return (
    <ActionRow
      row="other-devices"
      term="All but this one"
      action="Log out all others"
      onPress={logOut}
    >
      <p>This device stays logged in.</p>
    </ActionRow>
  );
}
