import { buttonLook } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'

/** The empty cart: a bare hanger and a link to the shop. */
export function EmptyCart({ onLeave }: { onLeave: () => void }) {
  return (
    <div className="flex grow flex-col items-center justify-center px-8 pb-20 text-center">
      <svg viewBox="0 0 160 120" aria-hidden="true" className="w-44 fill-none stroke-mulberry">
        <path
          strokeWidth="1.8"
          strokeLinecap="round"
          strokeLinejoin="round"
          d="M72 22c0-5 3.6-8.6 8.2-8.6 4.7 0 8.3 3.4 8.3 8.2 0 7-8.5 7.6-8.5 15.6l52 29c4.5 3.1 2.7 8.6-2.3 8.6H30.3c-5 0-6.8-5.5-2.3-8.6l52-29"
        />
        <path strokeWidth="1.4" strokeDasharray="6 4" className="stroke-line" d="M44 75v38m72-38v38M44 113h72" />
      </svg>
      <p className="mt-8 font-serif text-title leading-tight">Your cart is empty</p>
      <p className="mt-3 max-w-[24em] text-ink-soft">
        Anything you add stays here until you’re ready. We don’t cut anything until you order.
      </p>
      <Link to="/shop" onClick={onLeave} className={buttonLook('line', 'mt-8')}>
        See the garments
      </Link>
    </div>
  )
}
