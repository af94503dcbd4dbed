/** A row of tacking stitches between two parts of a page. Decoration: screen readers pass over it. */
export function Rule({ className = 'text-line' }: { className?: string }) {
  return <div aria-hidden="true" className={`stitch ${className}`} />
}
