import { DetailsSection } from '../../admin/details/details-section.tsx'
import { ReturnEntry } from './return-entry.tsx'
import { useReturns } from './return-queries.ts'

/** The returns of an order, in its details; nothing without one. */
export function OrderReturns({ orderNumber }: { orderNumber: string }) {
  const { returns } = useReturns(orderNumber)
  if (!returns || returns.length === 0) return null
  return (
    <DetailsSection title={returns.length > 1 ? 'Returns' : 'Return'} wide>
      <ul className="grid gap-y-6">
        {returns.map((declared) => (
          <li key={declared.id}>
            <ReturnEntry declared={declared} />
          </li>
        ))}
      </ul>
    </DetailsSection>
  )
}
