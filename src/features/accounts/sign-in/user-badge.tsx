/** The e-mail address of an account, drawn as a sewn-in name tape. */
export function UserBadge({ children, className = '' }: { children: string; className?: string }) {
  return (
    <span
      className={`wrap-any inline-block max-w-full bg-paper-deep px-5 py-2 font-serif text-ink text-name italic leading-tight [border-inline:1.5px_dashed_var(--color-mulberry)] ${className}`}
    >
      {children}
    </span>
  )
}
