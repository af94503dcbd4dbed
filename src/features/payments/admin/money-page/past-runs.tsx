import type { RunResponse } from '#features/payments/reconciliation/money-response.ts'
import { counted } from '#ui/counts.ts'
import { formatPounds } from '#ui/money.ts'
import { formatShopTime } from '#ui/time/shop-time.ts'
import { CollapsibleSection } from './collapsible-section.tsx'
import { spanOf } from './money-labels.ts'

/** The past reconciliations, the latest first. */
export function PastRuns({ runs }: { runs: RunResponse[] }) {
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
    `${counted(run.matched, 'payment', 'payments')} of ${spanOf(run)} matched, ${formatPounds(run.matched_amount)}`,
    run.discrepancies > 0 && `${counted(run.discrepancies + run.more, 'thing', 'things')} needing attention`,
    run.put_right > 0 && `${counted(run.put_right, 'change', 'changes')} added`,
    run.elsewhere > 0 &&
      `${counted(run.elsewhere, 'payment', 'payments')} reached the account another way, ${formatPounds(run.elsewhere_amount)}`,
  ]
  return `${parts.filter(Boolean).join('; ')}.`
}
