import { buttonLook } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'

/** The saved garments while there are none: a heart in running stitch, and a link to the shop. */
export function NothingSaved() {
  return (
    <div className="max-w-2xl">
      <svg viewBox="0 0 96 84" aria-hidden="true" className="w-20 fill-none stroke-mulberry">
        <path
          strokeWidth="1.8"
          strokeLinecap="round"
          strokeDasharray="6 4.5"
          d="M48 79C37 69 5 49 5 26 5 13 14 5 25 5c10 0 18 6 23 15C53 11 61 5 71 5c11 0 20 8 20 21 0 23-32 43-43 53z"
        />
      </svg>
      <p className="mt-7 font-serif text-title leading-tight">Nothing saved yet</p>
      <p className="measure mt-3 text-ink-soft">
        Tap the heart on a garment you’d like to come back to, and you’ll find it here.
      </p>
      <Link to="/shop" className={buttonLook('line', 'mt-8')}>
        See the garments
      </Link>
    </div>
  )
}
