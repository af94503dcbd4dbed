import { useEffect, useState } from 'react'
import { focusSection } from '#ui/account-section.tsx'
import { Button } from '#ui/button.tsx'
import { CouldNotLoad } from '#ui/could-not-load.tsx'
import { LoadingSkeleton } from '#ui/loading-skeleton.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { prepareToasts, toast } from '#ui/toast.ts'
import { sortCodes } from './discount-code.ts'
import { DiscountEntry } from './discount-entry.tsx'
import { DiscountForm } from './discount-form.tsx'
import { type DiscountList, useDiscounts } from './discount-queries.ts'

/** The discount codes with their state and revenue: add, change, switch off, delete. */
export default function DiscountsPage() {
  const { data: listed, isError, isFetching, refetch, hasNextPage, fetchNextPage } = useDiscounts()
  const [adding, setAdding] = useState(false)
  useEffect(prepareToasts, [])

  return (
    <div className="pt-[clamp(1.5rem,3vw,2.5rem)]">
      <div className="flex flex-wrap items-end justify-between gap-x-12 gap-y-5">
        <h2 id="codes" tabIndex={-1} className="text-title leading-tight outline-none">
          {headingOf(listed, hasNextPage)}
        </h2>
        {!adding && <Button onClick={() => setAdding(true)}>New code</Button>}
      </div>
      {adding && (
        <div className="mt-7">
          <DiscountForm
            code={null}
            onClose={() => {
              setAdding(false)
              focusSection('codes')
            }}
            onSaved={async ({ code }) => {
              setAdding(false)
              focusSection('codes')
              await toast({ title: 'Created', description: code, tone: 'success', about: 'discounts' })
            }}
          />
        </div>
      )}
      <div className="mt-7">
        {isError && (
          <CouldNotLoad
            problem="The codes couldn’t be loaded. Please check your connection and try again."
            onRetry={refetch}
          />
        )}
        {!listed && !isError && <LoadingSkeleton label="Loading codes" count={4} />}
        {listed && listed.codes.length > 0 && (
          <ul
            aria-labelledby="codes"
            aria-busy={isFetching}
            className="border-line border-t transition-opacity aria-busy:opacity-60"
          >
            {sortCodes(listed.codes, listed.now).map((code) => (
              <DiscountEntry key={code.code} code={code} now={listed.now} takings={listed.takings[code.code]} />
            ))}
          </ul>
        )}
        {listed?.codes.length === 0 && (
          <p className="measure text-lead leading-[1.4]">
            Customers enter a code in their cart to take a percentage off the goods. A code can have a start and an end,
            a minimum order and a maximum number of uses.
          </p>
        )}
        {hasNextPage && (
          <TextButton onClick={() => void fetchNextPage()} aria-disabled={isFetching} className="mt-4">
            {isFetching ? 'Loading…' : 'Show more'}
          </TextButton>
        )}
      </div>
    </div>
  )
}

function headingOf(listed: DiscountList | undefined, hasMore: boolean): string {
  if (!listed) return 'Codes'
  if (listed.codes.length === 0) return 'No codes yet'
  const count = listed.codes.length
  return `${hasMore ? `The first ${count}` : count} ${count === 1 ? 'code' : 'codes'}`
}
