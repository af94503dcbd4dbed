import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { formatDay } from '#base/calendar-day.ts'
import { formatPence, pence } from '#base/money.ts'
import { listProducts } from '#features/catalogue/product.ts'
import { wrongHeight } from '#features/catalogue/sizes/typed-height.ts'
import { collected } from '#features/settings/without-parcel.ts'
import { loadBackend } from '#platform/client/backend-client.ts'
import { call, createMessageIds, toRequestError } from '#platform/client/functions.ts'
import { Button } from '#ui/button.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { GarmentFields } from '../by-hand/admin/hand-fields.tsx'
import { QuoteSums } from '../by-hand/admin/hand-quote.tsx'
import { emptyValues, type HandValues, waresOf } from '../by-hand/admin/hand-values.ts'

type AddFormProps = { token: string; onLeave: () => void }

/** Chooses garments for an order that is not begun. What they cost and when all of it leaves is said before the press. */
export function AddForm({ token, onLeave }: AddFormProps) {
  const form = useForm<HandValues>({ defaultValues: emptyValues('GB', 'together') })
  const [idOf] = useState(() => createMessageIds())
  const items = waresOf(form.watch())?.items ?? null
  const garments = useQuery({
    queryKey: ['garments-on-sale'],
    queryFn: async () => listProducts(await loadBackend()),
    staleTime: 60_000,
  })
  const quoted = useQuery({
    queryKey: ['quote-addition', token, items],
    queryFn: () => (items ? call('quote-addition', { token, items }) : null),
    enabled: items !== null,
    retry: false,
  })
  const quote = quoted.data ?? null
  const problem = items && quoted.error ? toRequestError(quoted.error).message : null
  const adding = useMutation({
    mutationFn: ({
      dispatch_by,
      ...body
    }: {
      items: NonNullable<typeof items>
      total_pence: number
      dispatch_by: string
    }) =>
      // A press whose answer was lost may have moved the day itself: it is the same press.
      call('add-to-order', { token, request_id: idOf(body), ...body, dispatch_by }),
    onSuccess: ({ pay_path: path }) => window.location.assign(path),
    onError: (thrown) => {
      form.setError('root', { message: toRequestError(thrown).message })
      // The price or the day may be another one now.
      void quoted.refetch()
    },
  })

  function add(values: HandValues) {
    if (adding.isPending || adding.isSuccess) return
    for (const [index, { id, size, height }] of values.garments.entries()) {
      if (!id) form.setError(`garments.${index}.id`, { message: 'Please choose a garment' }, { shouldFocus: true })
      else if (!size)
        form.setError(`garments.${index}.size`, { message: 'Please choose a size' }, { shouldFocus: true })
      else if (height && !items)
        form.setError(`garments.${index}.height`, { message: wrongHeight }, { shouldFocus: true })
    }
    if (items && quote) {
      adding.mutate({ items, total_pence: quote.total_pence, dispatch_by: quote.dispatch_by })
    }
  }

  return (
    <form
      noValidate
      onSubmit={form.handleSubmit(add)}
      aria-label="Add a garment"
      className="grid max-w-[44rem] gap-y-6"
    >
      <GarmentFields form={form} garments={garments.data ?? []} />
      <QuoteSums quote={quote} problem={problem} isReady={items !== null} />
      {quote && <p className="max-w-[34em]">{daySentence(quote)}</p>}
      <p role="alert" className="border-mulberry border-l-2 pl-4 text-mulberry empty:hidden">
        {form.formState.errors.root?.message}
      </p>
      <p className="flex flex-wrap items-center gap-x-7 gap-y-3">
        <Button type="submit" aria-disabled={adding.isPending || adding.isSuccess}>
          {adding.isPending || adding.isSuccess
            ? 'One moment…'
            : quote
              ? `Add and pay ${formatPence(pence(quote.total_pence))}`
              : 'Add and pay'}
        </Button>
        <TextButton onClick={onLeave}>Cancel</TextButton>
      </p>
    </form>
  )
}

/** The day on which all of it is ready, and the day so far where it moves. */
export function daySentence({
  dispatch_by: day,
  first_dispatch_by: before,
  services,
}: {
  dispatch_by: string
  first_dispatch_by: string | null
  services: readonly { id: string }[]
}): string {
  const named = (iso: string) => formatDay(new Date(iso))
  const isCollected = services.some(({ id }) => id === collected.id)
  const together = isCollected ? 'All of it is collected together' : 'All of it goes in one parcel'
  if (!before || before === day) return `${together}, by ${named(day)} as before.`
  const verb = isCollected ? 'is then ready' : 'then leaves'
  return `${together}, so your order ${verb} by ${named(day)} instead of ${named(before)}.`
}
