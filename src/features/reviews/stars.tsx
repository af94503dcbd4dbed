const path = 'M10 1.6l2.6 5.3 5.8.8-4.2 4.1 1 5.8-5.2-2.7-5.2 2.7 1-5.8L1.6 7.7l5.8-.8z'

/** One star, filled or as an outline. */
export function Star({ isFilled, className = '' }: { isFilled: boolean; className?: string }) {
  return (
    <svg viewBox="0 0 20 20" aria-hidden="true" className={`size-[1.1em] shrink-0 ${className}`}>
      <path
        d={path}
        strokeWidth={1.2}
        strokeLinejoin="round"
        className={`stroke-current ${isFilled ? 'fill-current' : 'fill-none'}`}
      />
    </svg>
  )
}

/** So many of five stars, as a picture with a label. */
export function Stars({ count }: { count: number }) {
  return (
    <span role="img" aria-label={`${count} out of 5 stars`} className="inline-flex gap-0.5 text-mulberry">
      {[1, 2, 3, 4, 5].map((each) => (
        <Star key={each} isFilled={each <= Math.round(count)} />
      ))}
    </span>
  )
}
