/** Joins the lines of text with `format=flowed` (RFC 3676). Takes linear time. */
export function unfoldFlowed(text: string, isSpaceDeleted: boolean): string {
  const paragraphs: string[] = [];
  let open: { depth: number; parts: string[] } | undefined;
  const close = () => {
    if (open) paragraphs.push(write(open.depth, open.parts.join("")));
    open = undefined;
  };
  for (const line of text.split("\n")) {
    let depth = 0;
    while (line[depth] === ">") depth += 1;
    const stuffed = line.slice(depth);
    const content = stuffed.startsWith(" ") ? stuffed.slice(1) : stuffed;
    if (open && open.depth !== depth) close();
    const isFlowed = content.endsWith(" ") && content !== "-- ";
    if (content === "-- ") close();
    open ??= { depth, parts: [] };
    open.parts.push(isFlowed && isSpaceDeleted ? content.slice(0, -1) : content);
    if (!isFlowed) close();
  }
  close();
  return paragraphs.join("\n");
}

function write(depth: number, text: string): string {
  return depth === 0 ? text : `${">".repeat(depth)} ${text}`;
}
