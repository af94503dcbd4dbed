import { Link } from '#ui/link.tsx'
import { Rule } from '#ui/rule.tsx'

/** Shown while the provider confirms the payment; the page then becomes the confirmation. */
export function PaymentConfirming({ sessionId, slow }: { sessionId: string | null; slow: boolean }) {
  return (
    <div className="max-w-[44rem]">
      <h1 className="text-display leading-[1.02] tracking-[-0.015em]">Confirming your payment…</h1>
      <Rule className="mt-8 animate-pulse text-mulberry" />
      {slow ? (
        <p className="measure mt-7 text-ink-soft text-lead">
          This is taking longer. With some ways to pay it can take a while until the payment is decided. You may close
          this page: we write as soon as it is settled. Please do not pay a second time. If no letter comes within a
          day, please{' '}
          <Link to="/contact" className="link text-ink">
            contact us
          </Link>
          .
        </p>
      ) : (
        <p className="measure mt-7 text-ink-soft text-lead">
          Your bank is telling ours. It usually takes a few seconds; this page changes by itself. Please do not pay a
          second time.
        </p>
      )}
      <noscript>
        <p className="mt-6">
          <a href={`?session_id=${encodeURIComponent(sessionId ?? '')}`} className="link">
            Look again
          </a>
        </p>
      </noscript>
    </div>
  )
}
