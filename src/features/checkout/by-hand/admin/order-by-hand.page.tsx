import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useSearchParams } from 'react-router'
import { DraftOffer } from '#admin/draft-offer.tsx'
import { useDraft } from '#admin/use-draft.ts'
import { formatPence, pence } from '#base/money.ts'
import { listProducts } from '#features/catalogue/product.ts'
import { wrongHeight } from '#features/catalogue/sizes/typed-height.ts'
import { loadBackend } from '#platform/client/backend-client.ts'
import { call, createMessageIds, toRequestError } from '#platform/client/functions.ts'
import { refreshAlerts } from '#platform/client/query-client.ts'
import { fieldErrors } from '#platform/client/send-form.ts'
import { shop } from '#shop'
import { Button } from '#ui/button.tsx'
import { CouldNotLoad } from '#ui/could-not-load.tsx'
import { LoadingSkeleton } from '#ui/loading-skeleton.tsx'
import { prepareToasts } from '#ui/toast.ts'
import { daySentence } from '../../joins/add-form.tsx'
import { CustomerFields, GarmentFields, PaymentFields, ServiceFields } from './hand-fields.tsx'
import { QuoteSums, useQuote } from './hand-quote.tsx'
import { emptyValues, fieldOfPath, type HandValues, orderOf, type Sold, waresOf } from './hand-values.ts'
import { Written, whatHappened } from './hand-written.tsx'

/** Writes down an order that was made at a fair or by telephone. */
export default function OrderByHandPage() {
  useEffect(prepareToasts, [])
  const [query] = useSearchParams()
  const joins = query.get('joins') ?? ''
  const {
    data: garments,
    isError,
    refetch,
  } = useQuery({
    queryKey: ['garments-on-sale'],
    queryFn: async () => listProducts(await loadBackend()),
    staleTime: 60_000,
  })
  if (isError) {
    return <CouldNotLoad problem="The garments couldn’t be loaded. Please try again." onRetry={() => void refetch()} />
  }
  if (!garments) return <LoadingSkeleton label="Loading the garments" count={4} />
  return <OrderByHand key={joins} garments={garments} joins={joins} />
}

const initialValues = () => emptyValues(shop.country, shop.zones[0]?.services[0]?.id ?? 'collected')

type Saved = { orderNumber: string; payUrl: string | null; values: HandValues; totalPence: number }

function OrderByHand({ garments, joins }: { garments: readonly Sold[]; joins: string }) {
  const [initial] = useState(initialValues)
  const empty = joins ? { ...initial, joins, payment: 'link' as const, service: 'together' } : initial
  const [saved, setSaved] = useState<Saved | null>(null)
  const [round, setRound] = useState(0)
  const [start, setStart] = useState<HandValues>(empty)
  const again = (values: HandValues) => {
    setStart(values)
    setSaved(null)
    setRound(round + 1)
  }
  if (saved) {
    return (
      <Written
        {...saved}
        words={whatHappened(saved.values, saved.totalPence)}
        next={<Button onClick={() => again(initial)}>Next order</Button>}
        onUndone={() => again(saved.values)}
      />
    )
  }
  return <HandForm key={round} garments={garments} start={start} onSaved={setSaved} />
}

type HandFormProps = { garments: readonly Sold[]; start: HandValues; onSaved: (saved: Saved) => void }

function HandForm({ garments, start, onSaved }: HandFormProps) {
  const [initial] = useState(initialValues)
  const form = useForm<HandValues>({ defaultValues: start })
  const values = form.watch()
  const wares = waresOf(values)
  const { quote, problem, readAgain } = useQuote(wares)
  const ids = useRef(createMessageIds())
  const draft = useDraft<HandValues>({
    form: 'order-by-hand',
    rowId: start.joins || 'new',
    version: '1',
    value: values,
    initial,
    onContinue: (stored) => form.reset(stored, { keepDefaultValues: true }),
  })
  const saving = useMutation({ mutationFn: (order: ReturnType<typeof orderOf>) => call('add-hand-order', order) })

  async function save(typed: HandValues) {
    if (saving.isPending) return
    const wanted = waresOf(typed)
    if (!wanted) return showMissing(typed)
    if (!quote) return form.setError('root', { message: problem ?? 'The price isn’t known yet. One moment, please.' })
    const { total_pence: totalPence, dispatch_by } = quote
    try {
      const request = { wares: wanted, total_pence: totalPence, dispatch_by }
      const requestId = ids.current({ ...typed, totalPence })
      const made = await saving.mutateAsync(orderOf(typed, { ...request, requestId }))
      draft.clear()
      void refreshAlerts()
      onSaved({ orderNumber: made.order_number, payUrl: made.pay_url, values: typed, totalPence })
    } catch (thrown) {
      failed(thrown)
      // The price or the day may be another one now.
      readAgain()
    }
  }

  function showMissing({ garments: rows }: HandValues) {
    for (const [index, { id, size, height }] of rows.entries()) {
      if (!id) form.setError(`garments.${index}.id`, { message: 'Please choose a garment' }, { shouldFocus: true })
      else if (!size)
        form.setError(`garments.${index}.size`, { message: 'Please choose a size' }, { shouldFocus: true })
      else if (height) form.setError(`garments.${index}.height`, { message: wrongHeight }, { shouldFocus: true })
    }
  }

  function failed(thrown: unknown) {
    const { message, details } = toRequestError(thrown)
    const place = ({ field }: { field: string }) => Object.keys(initial).indexOf(field.split('.')[0] ?? '')
    const errors = fieldErrors(details)
      .map(({ path, message: words }) => ({ field: fieldOfPath(path), words }))
      .toSorted((one, other) => place(one) - place(other))
    for (const { field, words } of errors) form.setError(field as keyof HandValues, { message: words })
    const [first] = errors
    if (first) form.setFocus(first.field as keyof HandValues)
    form.setError('root', { message: first ? 'Please check the fields that are marked.' : message })
  }

  return (
    <form
      noValidate
      onSubmit={form.handleSubmit(save)}
      aria-label="Order by hand"
      className="grid max-w-[56rem] gap-y-9 pt-[clamp(1.5rem,3vw,2.5rem)]"
    >
      <DraftOffer draft={draft} />
      {values.joins && (
        <p className="max-w-[38em] text-lead">
          Added to order {values.joins}, for its customer and in its parcel, until you begin it.
        </p>
      )}
      <GarmentFields form={form} garments={garments} />
      {!values.joins && <ServiceFields form={form} quote={quote} />}
      <QuoteSums quote={quote} problem={problem} isReady={wares !== null} />
      {values.joins && quote && <p className="max-w-[38em]">{daySentence(quote)}</p>}
      <PaymentFields form={form} />
      {!values.joins && <CustomerFields form={form} />}
      <div>
        <p role="alert" className="mb-4 border-mulberry border-l-2 pl-4 text-mulberry empty:hidden">
          {form.formState.errors.root?.message}
        </p>
        <p className="mb-4 max-w-[38em] text-ink-soft">{consequence(values)}</p>
        <Button type="submit" aria-disabled={saving.isPending} className="w-full sm:w-auto">
          {saving.isPending ? 'Writing it down…' : buttonName(values, quote?.total_pence ?? null)}
        </Button>
      </div>
    </form>
  )
}

function buttonName({ payment }: HandValues, total: number | null): string {
  const amount = total === null ? '' : ` ${formatPence(pence(total))}`
  if (payment === 'link') return `Save and send the link${amount && `:${amount}`}`
  return payment === 'cash' ? `Save: paid${amount} in cash` : `Save: paid${amount} by bank`
}

/** What happens to the customer, before the press. */
function consequence({
  payment,
  customer_email: email,
  service,
  handed_over: isHandedOver,
  joins,
}: HandValues): string {
  if (joins && payment !== 'link')
    return 'The customer gets a confirmation of it in a minute, if the order has an e-mail address.'
  if (payment === 'link') {
    return 'The customer gets an e-mail with the link in a minute. Until it is paid, the order waits under Unpaid and keeps its pieces.'
  }
  const told = email.trim()
    ? 'The customer gets the confirmation by e-mail in a minute.'
    : 'Without an e-mail address the customer gets no confirmation and no news.'
  const next =
    service === 'collected' && isHandedOver
      ? 'Nothing is to be made: it counts as delivered.'
      : 'It goes to your queue as any paid order.'
  return `${told} ${next}`
}
