import {
  type FocusEvent,
  type FormEvent,
  type KeyboardEvent,
  lazy,
  Suspense,
  useEffect,
  useRef,
  useState,
} from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { deskPaths } from "../../../platform/contract/desk/paths.ts";
import { isSet } from "../../../platform/desk/shell/browser-settings.ts";
import { DeskIcon } from "../../../platform/desk/ui/desk-icon.tsx";
import styles from "./header-search.module.css";

/** Loaded once somebody types, so that pages open as fast as without it. */
const SearchPanel = lazy(async () => ({
  default: (await import("./search-panel.tsx")).SearchPanel,
}));

const fields = "input, select, textarea, [contenteditable], dialog, [popover]:popover-open";

const fieldId = "desk-find";

/** The search in the bar: `/` focuses it; in small windows it is a link to its page. */
export function HeaderSearch() {
  const [typed, setTyped] = useState("");
  const [isOpen, setOpen] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const frame = useRef<HTMLFormElement>(null);
  const keys = useRef<(event: KeyboardEvent) => void>(undefined);
  const { pathname } = useLocation();
  const navigate = useNavigate();

  useEffect(() => {
    if (pathname) setOpen(false);
  }, [pathname]);
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey, defaultPrevented, isComposing } = event;
      if (key !== "/" || ctrlKey || metaKey || altKey || defaultPrevented || isComposing) return;
      // There the key is that of the list.
      if (location.pathname.startsWith(deskPaths.inbox)) return;
      if (document.querySelector("dialog[open]") || !isSet("desk-single-keys")) return;
      if (target instanceof Element && target.closest(fields)) return;
      event.preventDefault();
      if (field.current?.checkVisibility()) field.current.focus();
      else void navigate(deskPaths.search);
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, [navigate]);

  function close() {
    setOpen(false);
    setTyped("");
    field.current?.blur();
  }
  function press(event: KeyboardEvent) {
    if (event.key === "Escape") close();
    else keys.current?.(event);
  }
  function leave({ relatedTarget }: FocusEvent) {
    if (!frame.current?.contains(relatedTarget)) setOpen(false);
  }
  /** Enter before there is a hit to open. */
  function submit(event: FormEvent) {
    event.preventDefault();
    void navigate(`${deskPaths.search}?${new URLSearchParams({ q: typed.trim() })}`);
    close();
  }
  return (
    <>
      <Link to={deskPaths.search} className={styles.find}>
        <DeskIcon name="search" />
        Find
      </Link>
      <form ref={frame} className={styles.frame} onBlur={leave} onSubmit={submit}>
        <label htmlFor={fieldId}>
          <DeskIcon name="search" />
          Find
        </label>
        <input
          ref={field}
          id={fieldId}
          type="search"
          aria-keyshortcuts="/"
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onFocus={() => setOpen(true)}
          onChange={({ target }) => {
            setTyped(target.value);
            setOpen(true);
          }}
          onKeyDown={press}
        />
        <span className={styles.key} aria-hidden="true">
          {isOpen ? "Esc" : "/"}
        </span>
        {isOpen && typed.trim() !== "" && (
          <Suspense>
            <SearchPanel typed={typed} keys={keys} onOpen={close} />
          </Suspense>
        )}
      </form>
    </>
  );
}
