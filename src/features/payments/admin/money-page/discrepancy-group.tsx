import type { DiscrepancyResponse } from '#features/payments/reconciliation/money-response.ts'
import { AccountSection } from '#ui/account-section.tsx'
import { DiscrepancyEntry } from './discrepancy-list.tsx'

/** Discrepancies that ask the same of her; nothing where there are none. */
export function DiscrepancyGroup({
  id,
  title,
  note,
  discrepancies,
  now,
  look,
}: {
  id: string
  title: string
  note: string
  discrepancies: DiscrepancyResponse[]
  now: string
  look: () => Promise<void>
}) {
  if (discrepancies.length === 0) return null
  return (
    <AccountSection id={id} title={title} note={note}>
      <ul aria-labelledby={id} className="-mt-5">
        {discrepancies.map((discrepancy) => (
          <DiscrepancyEntry key={discrepancy.id} discrepancy={discrepancy} now={now} look={look} />
        ))}
      </ul>
    </AccountSection>
  )
}
