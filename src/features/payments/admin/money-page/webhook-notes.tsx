import type { WebhookHealth } from '#features/payments/reconciliation/webhook-health.ts'
import { ago, counted } from '#ui/counts.ts'

/** Notes about webhooks that could not be handled, and about forged ones. */
export function WebhookNotes({ news, now }: { news: WebhookHealth; now: string }) {
  const { stuck, stuck_since: since, forged_today: forged } = news
  if (stuck === 0 && forged === 0) return null
  return (
    <section aria-label="Messages of the payment company" className="measure mb-10 border-mulberry border-l-2 pl-5">
      {stuck > 0 && (
        <p>
          {counted(stuck, 'message', 'messages')} of the payment company could not be dealt with
          {since && `, the first ${ago(since, now)}`}. {stuck === 1 ? 'It is' : 'They are'} tried again with every
          comparison. If this stays, whoever looks after the program finds the cause in its log.
        </p>
      )}
      {forged > 0 && (
        <p className="text-ink-soft">
          {counted(forged, 'message', 'messages')} today only pretended to come from the payment company, and{' '}
          {forged === 1 ? 'was' : 'were'} refused. Many of them can also mean that the webhook’s secret is out of date.
        </p>
      )}
    </section>
  )
}
