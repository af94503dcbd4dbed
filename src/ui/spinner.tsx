/** A spinner for short waits; screen readers announce `label`. */
export function Spinner({ label }: { label: string }) {
  return (
    <div role="status" className="flex min-h-[70svh] items-center justify-center">
      <span className="sr-only">{label}</span>
      <svg viewBox="0 0 48 48" aria-hidden="true" className="size-12 animate-spin fill-none stroke-mulberry">
        <circle cx="24" cy="24" r="21" strokeWidth="1.5" strokeDasharray="9 6" className="opacity-35" />
        <path d="M24 3a21 21 0 0 1 21 21" strokeWidth="1.5" strokeLinecap="round" />
      </svg>
      <noscript>
        <p>The back office needs JavaScript.</p>
      </noscript>
    </div>
  )
}
