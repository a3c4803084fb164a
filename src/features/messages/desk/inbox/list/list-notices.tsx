import { type ReactNode, useEffect, useRef } from "react";
import styles from "./case-list.module.css";

/**
 * Notices above the rows that appear and disappear by themselves. The scroll position absorbs their
 * height, so that no row moves under the pointer. The parent element is the scroller.
 */
export function ListNotices({ children }: { readonly children: ReactNode }) {
  const notices = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = notices.current;
    const scroller = element?.parentElement;
    if (!element || !scroller) return;
    let height = element.offsetHeight;
    // Called after layout and before paint.
    const observer = new ResizeObserver(() => {
      const grown = element.offsetHeight - height;
      height += grown;
      scroller.scrollTop += grown;
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={notices} className={styles.notices}>
      {children}
    </div>
  );
}
