import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { formatOrderTime } from '#base/shop-time.ts'
import { call, read } from '#platform/client/functions.ts'
import { TextButton } from '#ui/text-button.tsx'
import { toast } from '#ui/toast.ts'
import type { OrderEmail } from '../../emails/order-emails.contract.ts'
import { orderKeys } from '../order-queries.ts'

/** The e-mails of an order with their state, and a button that sends one again. A new `version` may bring an e-mail. */
export function OrderEmails({ orderNumber, version }: { orderNumber: string; version: number }) {
  const client = useQueryClient()
  const queryKey = orderKeys.emails(orderNumber)
  const { data, failureReason, refetch } = useQuery({
    queryKey,
    queryFn: () => read('order-emails', { order_number: orderNumber }),
    refetchInterval: 5_000,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed order may have a new e-mail
  useEffect(() => void refetch(), [refetch, version])
  const resend = useMutation({
    mutationFn: ({ id }: OrderEmail) => call('send-email-again', { id }),
    onError: ({ message }) => toast({ title: 'Not sent', description: message, tone: 'error', about: 'emails' }),
    onSuccess: async (_, { title }) => {
      await client.invalidateQueries({ queryKey })
      const description = `“${title}” is being sent again.`
      void toast({ title: 'Sent again', description, tone: 'success', about: 'emails' })
    },
  })
  const emails = data?.emails

  if (!emails) return <p className="text-ink-soft">{failureReason?.message ?? 'Loading e-mails…'}</p>
  if (emails.length === 0) return <p className="text-ink-soft">No e-mails yet.</p>
  return (
    <ul aria-label="E-mails">
      {emails.map((email) => (
        <li
          key={email.id}
          className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 border-line border-t py-1.5 first:border-t-0"
        >
          <div className="min-w-0">
            <p className="wrap-any leading-snug">{email.title}</p>
            <p className={`wrap-any text-small ${email.state === 'failed' ? 'text-mulberry' : 'text-ink-soft'}`}>
              {emailStatus(email)}
            </p>
          </div>
          {canResend(email) && (
            <TextButton
              onClick={() => !resend.isPending && resend.mutate(email)}
              aria-disabled={resend.isPending}
              aria-label={`Send again: ${email.title}`}
            >
              {resend.isPending && resend.variables.id === email.id ? 'Sending…' : 'Send again'}
            </TextButton>
          )}
        </li>
      ))}
    </ul>
  )
}

/** The delivery state of an e-mail, as a sentence without a full stop. Old e-mails have no recipient any more. */
function emailStatus({ state, recipient, sent_at, created_at, last_error, attempts }: OrderEmail): string {
  switch (state) {
    case 'sent':
      return `Sent${recipient && ` to ${recipient}`} on ${formatOrderTime(sent_at ?? created_at)}`
    case 'sending':
      return `Being sent to ${recipient}`
    case 'waiting':
      return attempts > 0
        ? `Waiting to try ${recipient} again${last_error ? `: ${last_error}` : ''}`
        : `Waiting to be sent to ${recipient}`
    case 'failed':
      return `Could not be sent${recipient && ` to ${recipient}`}${last_error ? `: ${last_error}` : ''}`
    case 'dropped':
      return 'Not sent: the order changed before it left, or you chose no e-mail'
  }
}

/** Dropped e-mails are never sent, and queued ones are sent anyway. */
export function canResend({ state }: Pick<OrderEmail, 'state'>): boolean {
  return state === 'sent' || state === 'failed'
}
