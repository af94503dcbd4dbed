import { type ReactNode, useState } from 'react'
import { formatPence, pence } from '#base/money.ts'
import { CopyButton } from '#features/orders/admin/details/details-section.tsx'
import { call, toRequestError } from '#platform/client/functions.ts'
import { refreshAlerts } from '#platform/client/query-client.ts'
import { focusNow } from '#ui/focus-now.ts'
import { Link } from '#ui/link.tsx'
import { TextButton } from '#ui/text-button.tsx'
import type { HandValues } from './hand-values.ts'

type WrittenProps = {
  orderNumber: string
  payUrl: string | null
  /** What happened, and which e-mail leaves. */
  words: string
  /** A button or a link to what comes next. */
  next: ReactNode
  /** Goes back to the form with all that was typed. */
  onUndone: () => void
}

/** The order that was just written down, with its undo. */
export function Written({ orderNumber, payUrl, words, next, onUndone }: WrittenProps) {
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  async function undo() {
    if (busy) return
    setBusy(true)
    try {
      await call('undo-hand-order', { order_number: orderNumber })
      void refreshAlerts()
      onUndone()
    } catch (thrown) {
      setProblem(toRequestError(thrown).message)
      setBusy(false)
    }
  }

  return (
    <section className="max-w-[38em] pt-[clamp(1.5rem,3vw,2.5rem)]">
      <h2 ref={focusNow} tabIndex={-1} className="wrap-any text-title leading-tight outline-none">
        Order {orderNumber} is written down
      </h2>
      <p className="mt-3">{words}</p>
      {payUrl && (
        <div className="mt-4">
          <p className="wrap-any text-small">{payUrl}</p>
          <CopyButton text={payUrl} what="link" />
        </div>
      )}
      <p role="alert" className="mt-4 border-mulberry border-l-2 pl-4 text-mulberry empty:hidden">
        {problem}
      </p>
      <p className="mt-6 flex flex-wrap items-center gap-x-8 gap-y-3">
        {next}
        <TextButton onClick={undo} aria-disabled={busy}>
          {busy ? 'Undoing…' : 'Undo'}
        </TextButton>
        <Link
          to={`/admin?tab=orders&order=${encodeURIComponent(orderNumber)}`}
          className="inline-flex min-h-11 items-center hover:text-mulberry"
        >
          <span className="link">View the order</span>
        </Link>
      </p>
    </section>
  )
}

export function whatHappened(values: HandValues, total: number): string {
  const { payment, customer_email: email, customer_name: name, joins } = values
  const amount = formatPence(pence(total))
  if (joins && payment === 'link')
    return `The customer of order ${joins} gets an e-mail in a minute, with the link to pay ${amount}.`
  if (joins) return `It goes in the parcel of order ${joins}. ${amount} is recorded as paid.`
  if (payment === 'link')
    return `${name} gets an e-mail at ${email.trim()} in a minute, with the link to pay ${amount}.`
  const taken = payment === 'cash' ? `${amount} in cash` : `${amount} by bank transfer`
  return email.trim()
    ? `${taken} from ${name}. The confirmation leaves for ${email.trim()} in a minute.`
    : `${taken} from ${name}. Without an e-mail address no confirmation leaves.`
}
