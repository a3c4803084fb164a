/**
 * Runs in the page. Errors of structure and wording that axe does not check (rules D10, D14 to D17,
 * F1, F6, F12).
 */
export function markupErrors(): string[] {
  const found: string[] = [];
  const all = <T extends Element = HTMLElement>(selector: string) =>
    [...document.querySelectorAll<T>(selector)].filter(
      (element) => !element.closest("[aria-hidden=true]"),
    );
  const words = (element: Element) => element.textContent?.trim() ?? "";

  const mainHeadings = all("h1").length;
  if (mainHeadings !== 1) found.push(`${mainHeadings} h1 headings`);
  let level = 0;
  for (const heading of all("h1, h2, h3, h4, h5, h6")) {
    const own = Number(heading.tagName[1]);
    if (own > level + 1) found.push(`heading jumps to h${own}: ${words(heading)}`);
    level = own;
  }

  for (const link of all<HTMLAnchorElement>("a")) {
    const href = link.getAttribute("href");
    if (!href || href === "#") found.push(`link without a target: ${words(link)}`);
    if (/^(learn more|read more|click here|here|more|details)$/i.test(words(link))) {
      // The spec names the anchors of a page; their targets have headings.
      if (!href?.startsWith("#")) found.push(`vague link: ${words(link)}`);
    }
    if (link.target === "_blank") {
      if (!/opens in (a )?new (tab|window)/i.test(words(link))) {
        found.push(`new tab without notice: ${words(link) || href}`);
      }
      if (!/noopener/.test(link.rel)) found.push(`new tab without noopener: ${href}`);
    }
  }

  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const place = node.parentElement;
    const number = /\(?\d{3}\)?[ -.]\d{3}[ -.]\d{4}/.exec(node.textContent ?? "")?.[0];
    if (!number || place?.closest("[aria-hidden=true], script, style, noscript")) continue;
    // Exempt: a phone number that a person entered, which need not be a link.
    const allowed = "a[href^='tel:'], a[href^='sms:'], label, [id$=hint], [translate=no]";
    if (!place?.closest(allowed)) found.push(`phone number without a link: ${number}`);
  }

  for (const box of all<HTMLInputElement>("input, select, textarea")) {
    if (["hidden", "submit", "file"].includes(box.type)) continue;
    if (box.placeholder) found.push(`placeholder on ${box.name}`);
    if (box.maxLength > 2) found.push(`maxlength on ${box.name}`);
    if (!box.labels?.length) found.push(`no visible label: ${box.name}`);
    if (box.getAttribute("aria-invalid") !== "true") continue;
    const ids = (box.getAttribute("aria-describedby") ?? "").split(" ");
    const isDescribed = ids.some((id) =>
      /Error:/.test(document.getElementById(id)?.textContent ?? ""),
    );
    if (!isDescribed) found.push(`wrong field without a described error: ${box.name}`);
  }
  return found;
}
