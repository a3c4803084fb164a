const unit = 1024;

/** Size of a file: "184 KB", "2.4 MB". */
export function formatBytes(bytes: number): string {
  const kilobytes = Math.max(1, Math.round(bytes / unit));
  return kilobytes < unit ? `${kilobytes} KB` : `${(bytes / unit ** 2).toFixed(1)} MB`;
}
