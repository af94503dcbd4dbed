import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDeadline, formatShopDate } from '#base/shop-time.ts'
import { call, read, toRequestError } from '#platform/client/functions.ts'
import { Field } from '#ui/field.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { productsKey } from './product-api.ts'
import type { PreorderEnd } from './products.contract.ts'

/** Every end of the pre-order that customers saw; nothing before the first. `version`: of the garment. */
export function PreorderEnds({ productId, version }: { productId: string; version: number }) {
  const { data } = useQuery({
    queryKey: [...productsKey, 'preorder-ends', productId, version],
    queryFn: () => read('preorder-ends', { product_id: productId }),
  })
  const ends = data?.ends ?? []
  if (ends.length === 0) return null
  return (
    <details className="group mt-3">
      <summary className="inline-flex min-h-11 items-center gap-x-3 hover:text-mulberry">
        <span
          aria-hidden="true"
          className="inline-block text-mulberry transition-transform duration-200 group-open:rotate-90"
        >
          ›
        </span>
        {ends.length === 1 ? 'One end has been shown' : `${ends.length} ends have been shown`}
      </summary>
      <ul className="pl-5 text-small">
        {ends.map((end) => (
          <End key={end.id} end={end} />
        ))}
      </ul>
    </details>
  )
}

function End({ end }: { end: PreorderEnd }) {
  const { at, was, ends_at, ordered, by } = end
  return (
    <li className="border-line border-t py-2">
      <p>
        {was && <s className="text-ink-soft">{formatDeadline(new Date(was))}</s>}{' '}
        <strong className="font-medium">{formatDeadline(new Date(ends_at))}</strong>
      </p>
      <p className="wrap-any text-ink-soft">
        {ordered === null
          ? 'Shown before the shop kept this list.'
          : `Shown since ${formatShopDate(at)}${by ? `, by ${by}` : ''}. ${orderedLabel(ordered)}`}
      </p>
      <Why end={end} />
    </li>
  )
}

function orderedLabel(pieces: number): string {
  if (pieces === 0) return 'Nothing had been ordered.'
  return pieces === 1 ? 'One piece had been ordered.' : `${pieces} pieces had been ordered.`
}

/** The owner's reason, which customers don't see. */
function Why({ end: { id, why } }: { end: PreorderEnd }) {
  const client = useQueryClient()
  const [typed, setTyped] = useState<string | null>(null)
  const saving = useMutation({
    mutationFn: (why: string) => call('explain-preorder-end', { id, why }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: [...productsKey, 'preorder-ends'] })
      setTyped(null)
    },
  })
  if (typed === null) {
    return (
      <p className="wrap-any">
        {why && <>“{why}” </>}
        <TextButton onClick={() => setTyped(why ?? '')}>{why ? 'Change the reason' : 'Add a reason'}</TextButton>
      </p>
    )
  }
  return (
    <div className="max-w-[26rem] pt-2">
      <Field
        label="Why (only you see it)"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        maxLength={500}
        autoComplete="off"
        autoFocus
        error={saving.error ? toRequestError(saving.error).message : undefined}
        // Enter would save the garment.
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          if (!saving.isPending) saving.mutate(typed)
        }}
      />
      <p className="flex gap-x-7">
        <TextButton onClick={() => !saving.isPending && saving.mutate(typed)} aria-disabled={saving.isPending}>
          {saving.isPending ? 'Saving…' : 'Save the reason'}
        </TextButton>
        <TextButton onClick={() => setTyped(null)}>Cancel</TextButton>
      </p>
    </div>
  )
}
