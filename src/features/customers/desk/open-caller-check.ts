/** Shows the check of who is calling, on the page of a customer, and focuses its first control. */
export function openCallerCheck(): void {
  const check = document.getElementById("caller-check")?.closest("section");
  const control = check?.querySelector<HTMLElement>("input, button") ?? check;
  control?.focus();
  check?.scrollIntoView({ block: "nearest" });
}
