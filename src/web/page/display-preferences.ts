import {
  type DisplayGroup,
  displayClasses,
  displayCookie,
  displayCookiePattern,
  displayEndpoint,
} from "../../contract/endpoints/display-preferences.ts";

/** Whether a choice is in force; "" is the first of its group, as designed. */
export function isChosen(group: DisplayGroup, choice: string): boolean {
  const { classList } = document.documentElement;
  return choice
    ? classList.contains(choice)
    : !displayClasses[group].some((name) => classList.contains(name));
}

/** Shows in every panel what is in force. */
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
  // For a choice or page that comes before the answer does. The server's cookie is the one that
  // lasts: browsers soon end what a script wrote.
  document.cookie = `${displayCookie}=${classList.value.replaceAll(" ", ".")};path=/`;
  void fetch(displayEndpoint, {
    method: "POST",
    body: new URLSearchParams({ [name]: value }),
    keepalive: true,
  }).catch(() => {});
}

/** Applies a reading setting as soon as it is pressed, before React is awake too. */
export function watchDisplayPreferences(): void {
  // Where a screen reader hears what was chosen; outside of what React draws.
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
  // A page that Back brings out of memory may be older than the setting.
  addEventListener("pageshow", ({ persisted }) => {
    if (!persisted) return;
    const saved = displayCookiePattern.exec(document.cookie)?.[1] ?? "";
    document.documentElement.className = saved.replaceAll(".", " ");
    show();
    // It is still open when its link led to a document.
    document.getElementById("menu")?.hidePopover?.();
  });
}
