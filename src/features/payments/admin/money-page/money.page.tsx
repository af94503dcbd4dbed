import { type ReactNode, useEffect } from 'react'
import { ago, counted } from '#base/counts.ts'
import { formatPence } from '#base/money.ts'
import { formatShopTime } from '#base/shop-time.ts'
import type { MoneyResponse, ResolvedResponse, RunResponse } from '#features/payments/reconciliation/money-response.ts'
import type { WebhookHealth } from '#features/payments/reconciliation/webhook-health.ts'
import { paymentProviders } from '#platform/payments/providers.ts'
import { Button } from '#ui/button.tsx'
import { CouldNotLoad } from '#ui/could-not-load.tsx'
import { Link } from '#ui/link.tsx'
import { LoadingSkeleton } from '#ui/loading-skeleton.tsx'
import { prepareToasts } from '#ui/toast.ts'
import { DayFigures } from './day-figures.tsx'
import { endOf, groups, resolvedTitleOf } from './discrepancy-labels.ts'
import { DiscrepancyGroup } from './discrepancy-list.tsx'
import { FindOrder } from './find-order.tsx'
import { moneySummary, spanOf } from './money-labels.ts'
import { useMoney, useReconcile } from './money-queries.ts'

/** Whether all payments match, what the owner must decide, and the figures of each day. */
export default function MoneyPage() {
  const { money, problem, refetch } = useMoney()
  useEffect(prepareToasts, [])
  if (!money) {
    return (
      <div className="pt-[clamp(2rem,4vw,3.5rem)]">
        {problem ? (
          <CouldNotLoad problem={`The payments couldn’t be loaded. ${problem}`} onRetry={() => void refetch()} />
        ) : (
          <LoadingSkeleton label="Loading payments" count={4} />
        )}
      </div>
    )
  }
  return (
    <>
      <Summary money={money} problem={problem} />
      <WebhookNotes news={money.news} now={money.now} />
      <Discrepancies money={money} />
      <FindOrder />
      <DayFigures money={money} />
      <ResolvedDiscrepancies resolved={money.resolved} />
      <PastRuns runs={money.runs} />
    </>
  )
}

function Summary({ money, problem }: { money: MoneyResponse; problem: string | null }) {
  const { answer, more } = moneySummary(money)
  const isWell = money.waiting === 0 && !money.last_run?.failure
  return (
    <section
      aria-labelledby="money-summary"
      className="grid items-end gap-x-12 gap-y-6 py-[clamp(2rem,4vw,3.5rem)] lg:grid-cols-[minmax(0,1fr)_auto]"
    >
      <div className="min-w-0">
        <h2
          id="money-summary"
          tabIndex={-1}
          className={`max-w-[24em] text-title leading-tight outline-none ${isWell ? '' : 'text-mulberry'}`}
        >
          {answer}
        </h2>
        <p role="status" className="measure mt-3 text-ink-soft">
          {money.running ? 'Payments are being checked now. ' : ''}
          {more}
          {!paymentProviders[money.provider].movesMoney && ' This is a rehearsal: no real money moves.'}
        </p>
        {problem && (
          <p role="alert" className="mt-5 max-w-[38em] border-mulberry border-l-2 pl-5">
            {problem} What is shown here may be out of date; we’ll keep checking.
          </p>
        )}
      </div>
      <ReconcileButton running={money.running} />
    </section>
  )
}

function Discrepancies({ money }: { money: MoneyResponse }) {
  const shown = money.discrepancies.length + money.open_disputes.length
  const all = Object.values(money.counts).reduce((sum, count) => sum + count, 0)
  return (
    <>
      <DiscrepancyGroup
        id="disputes"
        title="Disputes"
        note="A customer has asked their bank for the money back. Respond with your evidence; we prepare it for you."
        discrepancies={money.open_disputes}
        now={money.now}
      />
      {groups.map(({ id, title, note, kinds }) => (
        <DiscrepancyGroup
          key={id}
          id={id}
          title={title}
          note={note}
          discrepancies={money.discrepancies.filter(({ kind }) => kinds.includes(kind))}
          now={money.now}
        />
      ))}
      {all > shown && (
        <p className="border-line border-t py-6 text-ink-soft">
          and {all - shown} more, shown once these are resolved. So many at once usually have one cause: a restored
          backup, or the key of another account.
        </p>
      )}
    </>
  )
}

function ReconcileButton({ running }: { running: boolean }) {
  const { mutate, isPending } = useReconcile()
  const busy = isPending || running
  return (
    <Button tone="line" onClick={() => !busy && mutate()} aria-disabled={busy} className="justify-self-start">
      {busy ? 'Checking…' : 'Check now'}
    </Button>
  )
}

/** The discrepancies resolved lately, with the administrator and their note. */
function ResolvedDiscrepancies({ resolved }: { resolved: ResolvedResponse[] }) {
  if (resolved.length === 0) return null
  return (
    <CollapsibleSection id="seen-to" title="Recently resolved">
      <ul>
        {resolved.map((discrepancy) => (
          <li key={discrepancy.id} className="border-line border-b py-3 text-small">
            <p className="wrap-any text-body leading-snug">
              {resolvedTitleOf(discrepancy)}
              {discrepancy.customer_name && `, ${discrepancy.customer_name}`}
              {discrepancy.order_number && (
                <>
                  {', '}
                  <Link to={`/admin/orders/${discrepancy.order_number}/money`} className="text-mulberry">
                    <span className="link">{discrepancy.order_number}</span>
                  </Link>
                </>
              )}
            </p>
            <p className="wrap-any text-ink-soft">
              {endOf(discrepancy)}, {formatShopTime(discrepancy.resolved_at)}
            </p>
            {discrepancy.note && <p className="wrap-any mt-1 border-line border-l-2 pl-4 italic">{discrepancy.note}</p>}
          </li>
        ))}
      </ul>
    </CollapsibleSection>
  )
}

/** The past reconciliations, the latest first. */
function PastRuns({ runs }: { runs: RunResponse[] }) {
  if (runs.length === 0) return null
  return (
    <CollapsibleSection id="past-runs" title="Earlier checks">
      <ul>
        {runs.map((run) => (
          <li
            key={run.id}
            className="grid gap-x-8 border-line border-b py-2.5 text-small md:grid-cols-[16rem_minmax(0,1fr)]"
          >
            <span className="text-ink-soft">
              {formatShopTime(run.finished_at)}
              {run.asked_for && ', requested'}
            </span>
            <span>{wordsOf(run)}</span>
          </li>
        ))}
      </ul>
    </CollapsibleSection>
  )
}

function wordsOf(run: RunResponse): string {
  if (run.failure) return run.failure
  if (run.payments === 0 && run.discrepancies === 0) return `No payments in ${spanOf(run)}.`
  const parts = [
    `${counted(run.matched, 'payment', 'payments')} of ${spanOf(run)} matched, ${formatPence(run.matched_pence)}`,
    run.discrepancies > 0 && `${counted(run.discrepancies + run.more, 'thing', 'things')} needing attention`,
    run.put_right > 0 && `${counted(run.put_right, 'change', 'changes')} added`,
    run.elsewhere > 0 &&
      `${counted(run.elsewhere, 'payment', 'payments')} reached the account another way, ${formatPence(run.elsewhere_pence)}`,
  ]
  return `${parts.filter(Boolean).join('; ')}.`
}

/** A collapsible part of the page for rarely needed content, which is rendered when it opens. */
function CollapsibleSection({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <details className="group border-line border-t">
      <summary className="flex min-h-14 items-center gap-x-3 hover:text-mulberry">
        <span
          aria-hidden="true"
          className="inline-block text-mulberry transition-transform duration-200 group-open:rotate-90"
        >
          ›
        </span>
        <h2 id={id} className="text-name leading-tight">
          {title}
        </h2>
      </summary>
      <div className="max-w-[60rem] pb-8">{children}</div>
    </details>
  )
}

/** Notes about webhooks that could not be handled, and about forged ones. */
function WebhookNotes({ news, now }: { news: WebhookHealth; now: string }) {
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
