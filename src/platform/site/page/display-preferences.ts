import {
  type DisplayGroup,
  displayClasses,
  displayCookie,
  displayCookiePattern,
  displayPreferencesPath,
} from "../../contract/display-preferences.ts";

/** Whether a choice is active; "" is the default of its group. */
export function isChosen(group: DisplayGroup, choice: string): boolean {
  const { classList } = document.documentElement;
  return choice
    ? classList.contains(choice)
    : !displayClasses[group].some((name) => classList.contains(name));
}

function show(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>("[data-reading]")) {
    const { name, value } = button;
    button.setAttribute("aria-pressed", `${isChosen(name as DisplayGroup, value)}`);
  }
}

function choose({ name, value }: HTMLButtonElement): void {
  const { classList } = document.documentElement;
  classList.remove(...displayClasses[name as DisplayGroup]);
  if (value) classList.add(value);
  show();
  // Covers choices and pages before the response arrives. The server's cookie replaces it, because
  // browsers expire cookies set by scripts early.
  document.cookie = `${displayCookie}=${classList.value.replaceAll(" ", ".")};path=/`;
  void fetch(displayPreferencesPath, {
    method: "POST",
    body: new URLSearchParams({ [name]: value }),
    keepalive: true,
  }).catch(() => {});
}

/** Applies display preferences as soon as they are chosen, also before hydration. */
export function watchDisplayPreferences(): void {
  // Live region for screen readers, outside of what React renders.
  const status = document.createElement("output");
  status.className = "sr";
  document.body.append(status);
  addEventListener("click", (event) => {
    const target = event.target instanceof Element ? event.target : null;
    const button = target?.closest<HTMLButtonElement>("[data-reading]");
    if (!button) return;
    event.preventDefault();
    choose(button);
    status.textContent = button.dataset.reading ?? "";
  });
  // A page restored from the back/forward cache may be older than the preferences.
  addEventListener("pageshow", ({ persisted }) => {
    if (!persisted) return;
    const saved = displayCookiePattern.exec(document.cookie)?.[1] ?? "";
    document.documentElement.className = saved.replaceAll(".", " ");
    show();
    // The menu is still open if one of its links loaded the document.
    document.getElementById("menu")?.hidePopover?.();
  });
}
