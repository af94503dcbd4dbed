import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { accountProblem } from '#features/accounts/client/account-requests.ts'
import { forgetLastSizes } from '#features/cart/sizes/last-sizes.ts'
import { heightLabel } from '#features/catalogue/sizes/height-labels.ts'
import { ukSize } from '#features/catalogue/sizes/size.ts'
import { call, read } from '#platform/client/functions.ts'
import type { GetResponse } from '#platform/http/contract.ts'
import { AccountSection, focusSection } from '#ui/account-section.tsx'
import { Button } from '#ui/button.tsx'
import { CouldNotLoad } from '#ui/could-not-load.tsx'
import { focusNow } from '#ui/focus-now.ts'
import { LoadingSkeleton } from '#ui/loading-skeleton.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { toast } from '#ui/toast.ts'
import { sizeConsent } from './size-labels.ts'

const mySizes = ['my-sizes'] as const

/** The customer's consent to "same as last time", and what it looks up. */
export function SizesSection() {
  const client = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const { data, error, refetch } = useQuery({ queryKey: mySizes, queryFn: () => read('my-sizes') })
  const change = useMutation({
    mutationFn: (remember: boolean) => call('remember-my-sizes', { remember }),
    onError: (problem) =>
      toast({ title: 'That didn’t work', description: accountProblem(problem).problem, tone: 'error', about: 'sizes' }),
    async onSuccess(sizes, remember) {
      client.setQueryData(mySizes, sizes)
      forgetLastSizes()
      setAsking(false)
      focusSection('sizes')
      await toast({ title: remember ? 'We’ll look them up' : 'Forgotten', tone: 'success', about: 'sizes' })
    },
  })
  const press = (remember: boolean) => () => !change.isPending && change.mutate(remember)

  return (
    <AccountSection
      id="sizes"
      title="Your sizes"
      note="Your last size and height, one press away on each garment’s page and in the cart."
    >
      {error && !data ? (
        <CouldNotLoad problem={accountProblem(error).problem} onRetry={refetch} />
      ) : !data ? (
        <LoadingSkeleton label="Loading your sizes" count={1} />
      ) : data.sizes === null ? (
        <>
          <p className="max-w-[34em]">“{sizeConsent}”</p>
          <Button tone="line" className="mt-4" onClick={press(true)} aria-disabled={change.isPending}>
            I agree
          </Button>
        </>
      ) : (
        <>
          <Sizes sizes={data.sizes} />
          {isAsking ? (
            <div className="mt-4 max-w-[34em] border-mulberry border-l-2 pl-5">
              <p ref={focusNow} tabIndex={-1} className="outline-none">
                We’ll stop looking up your sizes, and delete the heights and measurements of orders that have left.
                Orders we’re making keep theirs.
              </p>
              <p className="flex flex-wrap items-center gap-x-7 pt-3">
                <Button onClick={press(false)} aria-disabled={change.isPending}>
                  Forget my sizes
                </Button>
                <TextButton onClick={() => setAsking(false)}>Cancel</TextButton>
              </p>
            </div>
          ) : (
            <TextButton onClick={() => setAsking(true)} className="mt-2">
              Stop, and forget my sizes
            </TextButton>
          )}
        </>
      )}
    </AccountSection>
  )
}

function Sizes({ sizes }: { sizes: NonNullable<GetResponse<'my-sizes'>['sizes']> }) {
  if (sizes.length === 0) return <p className="max-w-[34em]">Agreed. There is no garment in your orders yet.</p>
  return (
    <ul>
      {sizes.map(({ kind, kind_name, size, height_cm, heel_cm, garment, is_made }) => (
        <li key={kind} className="wrap-any border-line border-t py-2 first:border-t-0">
          {kind_name}: {ukSize(size)}
          {height_cm !== null && `, ${heightLabel(height_cm, heel_cm).toLowerCase()}`}
          <span className="block text-ink-soft text-small">
            {garment}
            {!is_made && ', no longer made'}
          </span>
        </li>
      ))}
    </ul>
  )
}
