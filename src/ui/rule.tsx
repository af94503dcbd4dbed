/** A dashed divider between two parts of a page. Decoration, hidden from screen readers. */
export function Rule({ className = 'text-line' }: { className?: string }) {
  return <div aria-hidden="true" className={`stitch ${className}`} />
}
