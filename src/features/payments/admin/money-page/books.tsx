import { useMutation } from '@tanstack/react-query'
import { formatPence } from '#base/money.ts'
import { moneyFileName } from '#features/payments/reconciliation/money-response.ts'
import { read, toRequestError } from '#platform/client/functions.ts'
import { saveFile } from '#platform/client/save-file.ts'
import { type ProviderName, paymentProviders } from '#platform/payments/providers.ts'
import { TextButton } from '#ui/text-button.tsx'
import { toast } from '#ui/toast.ts'
import { useProviderAccount } from './money-queries.ts'
import type { Period } from './periods.ts'

/** Saves each payment, refund and dispute of a period as CSV. */
export function ExportMoney({ period: { from, to } }: { period: Period }) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => read('export-money', { from, to }),
    onError: ({ message }) => toast({ title: 'Export failed', description: message, tone: 'error', about: 'money' }),
    onSuccess(csv) {
      const name = moneyFileName({ from, to })
      saveFile(name, csv)
      void toast({
        title: 'Exported',
        description: `${name} has been saved on this device. It names orders, not customers.`,
        tone: 'success',
        about: 'money',
      })
    },
  })
  return (
    <TextButton onClick={() => !isPending && mutate()} aria-disabled={isPending}>
      {isPending ? 'Exporting…' : 'Export for the accountant'}
    </TextButton>
  )
}

/** What the payment provider charged and paid out; the shop does not store it, so it is read on request. */
export function ProviderAccount({ period, provider }: { period: Period; provider: ProviderName }) {
  const { label, movesMoney } = paymentProviders[provider]
  const { mutate, data, isPending, error } = useProviderAccount(period)
  if (!movesMoney) {
    return <p className="mt-4 max-w-[38em] text-ink-soft text-small">Test payments have no fees.</p>
  }
  if (data?.sums) {
    const { fees_pence: fees, paid_out_pence: paidOut } = data.sums
    return (
      <p role="status" className="mt-4 max-w-[38em]">
        {label} charged {formatPence(fees)} in fees in this time, and paid out {formatPence(paidOut)} to your bank. What
        is paid now may be paid out later.
      </p>
    )
  }
  return (
    <div className="mt-4 max-w-[38em]">
      <p className="text-ink-soft text-small">
        {label}’s fees aren’t taken off. The shop doesn’t store them, but can ask {label}.
      </p>
      <TextButton onClick={() => !isPending && mutate()} aria-disabled={isPending}>
        {isPending ? `Asking ${label}…` : 'Show fees and payouts'}
      </TextButton>
      <p role="alert" className="mt-2 border-mulberry border-l-2 pl-4 text-mulberry empty:hidden">
        {error && feesProblem(toRequestError(error), label)}
      </p>
    </div>
  )
}

function feesProblem({ code, message }: { code: string; message: string }, label: string): string {
  if (code === 'payment_refused') return `${label} doesn’t let the shop’s key read fees. Give it “read” on Balance.`
  if (code === 'payment_provider_down') return `${label} doesn’t respond just now. Please try again in a minute.`
  return message
}
