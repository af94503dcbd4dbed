import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formatOrderTime } from '#base/shop-time.ts'
import { CopyButton } from '#features/orders/admin/details/details-section.tsx'
import { orderKeys } from '#features/orders/admin/order-queries.ts'
import { call, read, toRequestError } from '#platform/client/functions.ts'
import { refreshAlerts } from '#platform/client/query-client.ts'
import { SelectField } from '#ui/select-field.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { toast } from '#ui/toast.ts'
import { linkDayNames } from '../../by-hand/admin/hand-values.ts'
import { usualLinkDays } from '../link-days.ts'

/** The payment link of an unpaid order: until when it can be paid, and what the owner may do with it. */
export function PaymentLinkSection({ orderNumber }: { orderNumber: string }) {
  const client = useQueryClient()
  const queryKey = ['payment-link', orderNumber]
  const { data } = useQuery({
    queryKey,
    queryFn: () => read('order-payment-link', { order_number: orderNumber }),
    refetchInterval: 15_000,
  })
  const [days, setDays] = useState(String(usualLinkDays))
  const [busy, setBusy] = useState(false)
  const link = data?.link

  /** Runs one press at a time; `done` says what happened. */
  async function press(work: () => Promise<unknown>, done: { title: string; description: string }, undo?: () => void) {
    if (busy) return
    setBusy(true)
    try {
      await work()
      const action = undo && { action: { label: 'Undo', onPress: undo } }
      void toast({ ...done, tone: 'success', about: `link-${orderNumber}`, ...action })
    } catch (thrown) {
      const description = toRequestError(thrown).message
      void toast({ title: 'Not done', description, tone: 'error', about: `link-${orderNumber}` })
    } finally {
      setBusy(false)
      await client.invalidateQueries({ queryKey })
      await client.invalidateQueries({ queryKey: orderKeys.all })
      await client.invalidateQueries({ queryKey: ['order-money'] })
      void refreshAlerts()
    }
  }

  const renew = () =>
    press(() => call('renew-payment-link', { order_number: orderNumber, days: Number(days) }), {
      title: 'Link sent again',
      description: 'The customer gets it by e-mail now.',
    })
  const undoEnd = () =>
    press(() => call('undo-end-payment-link', { order_number: orderNumber }), {
      title: 'Link open again',
      description: 'The customer can pay by it as before.',
    })
  const undoTake = () =>
    press(() => call('undo-payment-by-hand', { order_number: orderNumber }), {
      title: 'Undone',
      description: 'The order waits for its payment again.',
    })
  const end = () =>
    press(
      () => call('end-payment-link', { order_number: orderNumber }),
      { title: 'Link ended', description: 'Nothing can be paid by it, and its pieces are free.' },
      undoEnd,
    )
  const take = (payment: 'cash' | 'bank') =>
    press(
      () => call('take-payment-by-hand', { order_number: orderNumber, payment }),
      {
        title: 'Paid',
        description: 'The link is closed. The customer gets the confirmation in a minute.',
      },
      undoTake,
    )
  // After the functions: an undo is pressed when the payment has hidden the section.
  if (!link || link.state === 'paid' || link.state === 'cancelled') return null
  const isOpen = link.state === 'open'

  return (
    <section aria-label="Payment link" className="pb-5">
      <p>
        {isOpen ? 'The payment link is open until ' : 'The payment link ended on '}
        <strong className="font-medium">{formatOrderTime(link.ends_at)}</strong>.{' '}
        {isOpen ? 'Until then the order keeps its pieces.' : 'The order no longer keeps its pieces.'}
      </p>
      {isOpen && (
        <>
          <p className="wrap-any mt-2 text-small">{link.url}</p>
          <CopyButton text={link.url} what="link" />
        </>
      )}
      <div className="mt-3 flex flex-wrap items-end gap-x-7 gap-y-2">
        <div className="w-40">
          <SelectField
            label="From now on"
            choices={linkDayNames}
            prompt={null}
            value={days}
            onChange={({ target }) => setDays(target.value)}
          />
        </div>
        <TextButton onClick={renew} aria-disabled={busy}>
          {isOpen ? 'Send it again' : 'Renew and send it'}
        </TextButton>
        {isOpen && (
          <TextButton onClick={end} aria-disabled={busy}>
            End the link
          </TextButton>
        )}
      </div>
      <p className="mt-3 flex flex-wrap gap-x-7">
        <TextButton onClick={() => take('cash')} aria-disabled={busy}>
          It was paid in cash
        </TextButton>
        <TextButton onClick={() => take('bank')} aria-disabled={busy}>
          It was paid by bank
        </TextButton>
      </p>
    </section>
  )
}
