import { useState } from 'react'
import { formatPence, parsePounds, penceFromPounds } from '#base/money.ts'
import { createMessageIds, toRequestError } from '#platform/client/functions.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { focusNow } from '#ui/focus-now.ts'
import { TextButton } from '#ui/text-button.tsx'
import { toast } from '#ui/toast.ts'
import type { OwnerReturn } from './list-returns.ts'
import { useRefundReturn } from './return-queries.ts'

/** Refunds a return, with the amount that the law gives as a suggestion, and settles it. */
export function RefundReturn({ declared, onClose }: { declared: OwnerReturn; onClose: () => void }) {
  const refund = useRefundReturn()
  const [idOf] = useState(() => createMessageIds())
  const [amount, setAmount] = useState(declared.suggested.toFixed(2))
  const [problem, setProblem] = useState<string>()
  const pounds = parsePounds(amount.trim().replace(/^£\s*/, ''))

  async function give() {
    if (refund.isPending) return
    if (pounds === null) return setProblem('Please enter an amount such as 12.50.')
    const body = { id: declared.id, version: declared.version, amount }
    try {
      await refund.mutateAsync({ ...body, request_id: idOf(body) })
    } catch (error) {
      const { message, isUnreachable } = toRequestError(error)
      return setProblem(isUnreachable ? `${message} Press again: it’s only refunded once.` : message)
    }
    const title = pounds > 0 ? `${formatPence(pounds)} is being refunded` : 'The return is closed'
    await toast({ title, tone: 'success', about: 'returns' })
    onClose()
  }

  return (
    <fieldset
      className="mt-4 max-w-[34rem] border-mulberry border-l-2 pl-5"
      onKeyDown={({ key }) => key === 'Escape' && !refund.isPending && onClose()}
    >
      <legend className="float-left w-full font-medium">Refund this return</legend>
      <div className="clear-both grid gap-y-4 pt-2">
        <Field
          label="Amount in pounds"
          ref={focusNow}
          value={amount}
          onChange={({ target }) => {
            setAmount(target.value)
            setProblem(undefined)
          }}
          inputMode="decimal"
          autoComplete="off"
          maxLength={12}
          hint={hintOf(declared)}
          error={problem}
          className="max-w-80"
        />
        <p className="text-ink-soft text-small">
          It goes to the card or account used to pay, and the customer gets an e-mail. It can’t be undone.
        </p>
        <div className="flex flex-wrap items-center gap-x-7 gap-y-2">
          <Button onClick={give} aria-disabled={refund.isPending}>
            {refund.isPending ? 'One moment…' : pounds ? `Refund ${formatPence(pounds)}` : 'Close the return'}
          </Button>
          {!refund.isPending && <TextButton onClick={onClose}>Back</TextButton>}
        </div>
      </div>
    </fieldset>
  )
}

function hintOf({ suggested, refunded }: OwnerReturn): string {
  const amount = formatPence(penceFromPounds(suggested))
  const how =
    refunded > 0
      ? `${formatPence(penceFromPounds(refunded))} of this order has already been refunded. ${amount} is what these pieces cost, or what is left.`
      : `${amount} is what these pieces cost, with the least expensive delivery if they are the whole order.`
  return `${how} Enter 0 if you have already refunded it.`
}
