import { formatShopTime } from '#base/shop-time.ts'
import { TextButton } from '#ui/text-button.tsx'
import { useJobAction } from './jobs-queries.ts'
import type { FailedEmail } from './jobs-response.ts'

/** A failed e-mail: its title, recipient and error, and the actions on it. */
export function FailedEmailEntry({ email }: { email: FailedEmail }) {
  const { id, title, recipient, order_number, last_error, created_at } = email
  const { isPending, run } = useJobAction(id)
  return (
    <li className="grid gap-x-10 gap-y-1 border-line border-b py-4 md:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0">
        <p className="font-serif text-name leading-tight">{title}</p>
        <p className="wrap-any mt-1">
          {recipient}
          {order_number && <span className="text-ink-soft">, order {order_number}</span>}
        </p>
        <p className="wrap-any mt-1.5 max-w-[42em] border-mulberry border-l-2 pl-4 text-small">
          {last_error || 'No reason was given.'}
        </p>
        <p className="mt-1.5 text-ink-soft text-small">Created on {formatShopTime(created_at)}</p>
      </div>
      <p className="flex items-start gap-x-6 md:justify-end">
        <TextButton
          onClick={() => run('retry-letter', { title: 'Sending again', description: recipient })}
          aria-disabled={isPending}
          aria-label={`Send again: ${title} to ${recipient}`}
        >
          Send again
        </TextButton>
        <TextButton
          onClick={() => run('dismiss-letter', { title: 'Dismissed', description: `${title} to ${recipient}` })}
          aria-disabled={isPending}
          aria-label={`Dismiss: ${title} to ${recipient}`}
        >
          Dismiss
        </TextButton>
      </p>
    </li>
  )
}
