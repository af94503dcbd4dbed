import type { WebhookHealth } from '#features/payments/reconciliation/webhook-health.ts'
import { ago, counted } from '#ui/counts.ts'

/** Notes about webhooks that could not be handled, and about forged ones. */
export function WebhookNotes({ news, now }: { news: WebhookHealth; now: string }) {
  const { stuck, stuck_since: since, forged_today: forged } = news
  if (stuck === 0 && forged === 0) return null
  return (
    <section aria-label="Messages from the payment provider" className="measure mb-10 border-mulberry border-l-2 pl-5">
      {stuck > 0 && (
        <p>
          {counted(stuck, 'message', 'messages')} from the payment provider could not be processed
          {since && `, the first ${ago(since, now)}`}. {stuck === 1 ? 'It is' : 'They are'} tried again with every
          check. If this stays, the person who looks after your server can find the cause in the log.
        </p>
      )}
      {forged > 0 && (
        <p className="text-ink-soft">
          {counted(forged, 'message', 'messages')} with a wrong signature {forged === 1 ? 'was' : 'were'} rejected
          today. Many of them can mean that the webhook’s secret is out of date.
        </p>
      )}
    </section>
  )
}
