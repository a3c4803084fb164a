import { type StoredItem, storedCookies } from "../../../platform/contract/stored-items.ts";
import { storedEntries } from "../contract/stored-entries.ts";
import styles from "./your-privacy.module.css";

const units = [
  [24 * 60, "day"],
  [60, "hour"],
  [1, "minute"],
] as const;

/** "30 days", "10 minutes"; null: until the tab is closed. */
function nameLifetime(lifetimeMinutes: number | null): string {
  if (lifetimeMinutes === null) return "Until you close the tab";
  const [size, unit] = units.find(
    ([one]) => lifetimeMinutes >= one && lifetimeMinutes % one === 0,
  ) ?? [1, "minute"];
  const count = lifetimeMinutes / size;
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

interface StoredItemsProps {
  readonly items: Readonly<Record<string, StoredItem>>;
}

function StoredItems({ items }: StoredItemsProps) {
  return (
    <dl className={styles.items}>
      {Object.entries(items).map(([name, { purpose, when, lifetimeMinutes }]) => (
        <div key={name}>
          <dt>
            <span className="exact">{name}</span>
          </dt>
          <dd>{purpose}</dd>
          <dd>
            {when}. {nameLifetime(lifetimeMinutes)}.
          </dd>
        </div>
      ))}
    </dl>
  );
}

const only = (isForStaff: boolean) =>
  Object.fromEntries(
    Object.entries<StoredItem>(storedCookies).filter(
      ([, item]) => (item.isForStaff ?? false) === isForStaff,
    ),
  );

/** Every cookie and storage item, from the list that the code sets them by. */
export function StoredItemsList() {
  return (
    <>
      <h3>Cookies</h3>
      <StoredItems items={only(false)} />
      <h3>Storage of this browser tab</h3>
      <StoredItems items={storedEntries} />
      <details className={styles.fold}>
        <summary>Only in the browsers of our staff</summary>
        <StoredItems items={only(true)} />
      </details>
    </>
  );
}
