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
          This is taking longer than usual, as some ways to pay do. You can close this page: we’ll e-mail you as soon as
          your payment is confirmed. Please don’t pay again. If you haven’t had an e-mail within a day, please{' '}
          <Link to="/contact" className="link text-ink">
            contact us
          </Link>
          .
        </p>
      ) : (
        <p className="measure mt-7 text-ink-soft text-lead">
          This usually takes a few seconds, and the page updates by itself. Please don’t pay again.
        </p>
      )}
      <noscript>
        <p className="mt-6">
          <a href={`?session_id=${encodeURIComponent(sessionId ?? '')}`} className="link">
            Check again
          </a>
        </p>
      </noscript>
    </div>
  )
}
