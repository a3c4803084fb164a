import { useEffect, useState } from "react";
import { NavLink, useLocation } from "react-router";
import { maxCount } from "../../contract/desk/max-count.ts";
import { deskPaths } from "../../contract/desk/paths.ts";
import { type CurrentStaff, deskLoginEndpoints } from "../../contract/desk/staff.ts";
import { Icon } from "../../site/ui/icon.tsx";
import { deskRequest, failureMessage } from "../data/desk-request.ts";
import { useData } from "../data/use-data.ts";
import { shortName } from "../format/names.ts";
import { Button } from "../ui/button.tsx";
import { DeskIcon } from "../ui/desk-icon.tsx";
import styles from "./desk-nav.module.css";
import type { NavItem } from "./nav-item.ts";
import { loggedOutPath } from "./next-path.ts";
import { OpenKeys } from "./open-keys.tsx";

const menuId = "desk-menu";
const personMenuId = "desk-person";
const moreId = "desk-more";

/** Tabs that fit one line beside the search. */
const maxTabs = 6;

interface DeskNavProps {
  readonly person: CurrentStaff;
  /** The pages that the person may open. */
  readonly pages: readonly NavItem[];
}

/**
 * Tabs, those used seldom behind "More", and the person's menu; in smaller windows all are one menu,
 * which opens from the top.
 */
export function DeskNav({ person, pages }: DeskNavProps) {
  const { pathname } = useLocation();
  const [showsKeys, setShowsKeys] = useState(false);
  const [error, setError] = useState<string>();

  // The menus close after each navigation, including the browser's Back.
  useEffect(() => {
    if (pathname) closeMenus();
  }, [pathname]);

  async function logOut() {
    const outcome = await deskRequest(deskLoginEndpoints.logout);
    // Loading a document drops all data that this one has loaded.
    if (outcome.ok) location.assign(loggedOutPath(outcome.data.unsent));
    else setError(failureMessage(outcome.error));
  }

  function openKeys() {
    closeMenus();
    setShowsKeys(true);
  }

  const name = shortName(person.name);
  const more = pages.length > maxTabs ? pages.filter(({ isRare }) => isRare) : [];
  const tabs = pages.filter((page) => !more.includes(page));
  const own = (
    <>
      <NavLink to={deskPaths.signIn}>
        My sign-in{" "}
        <span className={styles.inMenu}>
          (<bdi>{name}</bdi>)
        </span>
      </NavLink>
      <button type="button" onClick={openKeys}>
        List of keys
      </button>
      <button type="button" onClick={() => void logOut()}>
        Log out
      </button>
      <p role="alert" className={styles.error}>
        {error}
      </p>
    </>
  );
  return (
    <>
      <button type="button" popoverTarget={menuId} className={styles.menuButton}>
        <Icon name="menu" />
        Menu
      </button>
      <nav id={menuId} popover="auto" aria-label="Desk" className={styles.nav}>
        <Tabs pages={tabs} />
        {more.length > 0 && (
          <>
            <button type="button" popoverTarget={moreId} className={styles.moreButton}>
              More
              <DeskIcon name="down" />
            </button>
            <div id={moreId} popover="auto" className={styles.more}>
              <Tabs pages={more} />
            </div>
          </>
        )}
        <div className={styles.own}>
          {own}
          <Button look="ghost" popoverTarget={menuId} popoverTargetAction="hide">
            <DeskIcon name="close" />
            Close
          </Button>
        </div>
      </nav>
      <button type="button" popoverTarget={personMenuId} className={styles.personButton}>
        <bdi>{name}</bdi>
        <DeskIcon name="down" />
      </button>
      <div id={personMenuId} popover="auto" className={styles.personMenu}>
        {own}
      </div>
      <OpenKeys isOpen={showsKeys} onClose={() => setShowsKeys(false)} />
    </>
  );
}

function Tabs({ pages }: { readonly pages: readonly NavItem[] }) {
  return (
    <ul>
      {pages.map(({ path, label, count }) => (
        <li key={path}>
          <NavLink to={path}>
            {label}
            {count && <Count {...count} />}
          </NavLink>
        </li>
      ))}
    </ul>
  );
}

/** Browsers without popovers show all menus as part of the bar. */
function closeMenus(): void {
  for (const id of [menuId, moreId, personMenuId]) document.getElementById(id)?.hidePopover?.();
}

function Count({ endpoint, topic }: NonNullable<NavItem["count"]>) {
  const { data } = useData(endpoint, { topic });
  if (data === undefined) return null;
  const { open, overdue = 0 } = data;
  const isMax = open >= maxCount;
  return (
    <>
      {open > 0 && (
        <span className={styles.count}>{isMax ? `${maxCount.toLocaleString()}+` : open}</span>
      )}
      {overdue > 0 && <span className={styles.late}>{overdue} late</span>}
    </>
  );
}
