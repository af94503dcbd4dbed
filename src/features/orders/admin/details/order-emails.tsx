import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call, read } from '#platform/client/functions.ts'
import { TextButton } from '#ui/text-button.tsx'
import { toast } from '#ui/toast.ts'
import type { OrderEmail } from '../../emails/order-emails.contract.ts'
import { orderKeys } from '../order-keys.ts'
import { canResend, emailStatus } from './email-labels.ts'

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
