/** The shop's emblem, a hanger drawn with one thread. Decoration. */
export function Emblem({ className = '' }: { className?: string }) {
  return (
    <svg viewBox="0 0 64 48" aria-hidden="true" className={`fill-none stroke-current ${className}`}>
      <path
        strokeWidth="2.2"
        strokeLinecap="round"
        strokeLinejoin="round"
        d="M27.4 11.2c0-3 2.2-5.2 4.9-5.2 2.8 0 5 2.2 5 4.9 0 4.2-5.3 4.6-5.3 9.3L57 37.4c2.7 1.9 1.6 5.1-1.4 5.1H8.4c-3 0-4.1-3.2-1.4-5.1L32 20.2"
      />
      <path strokeWidth="1.5" strokeDasharray="4 3" d="M15 38.2h34" />
    </svg>
  )
}
