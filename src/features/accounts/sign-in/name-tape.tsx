/** Whose account it is, as on the name tape sewn into a collar. */
export function NameTape({ children, className = '' }: { children: string; className?: string }) {
  return (
    <span
      className={`wrap-any inline-block max-w-full bg-paper-deep px-5 py-2 font-serif text-ink text-name italic leading-tight [border-inline:1.5px_dashed_var(--color-mulberry)] ${className}`}
    >
      {children}
    </span>
  )
}
