import { formatOrderTime } from '#base/shop-time.ts'
import type { OrderEmail } from '../../emails/order-emails.contract.ts'

/** The delivery state of an e-mail, as a sentence without a full stop. Old e-mails have no recipient any more. */
export function emailStatus({ state, recipient, sent_at, created_at, last_error, attempts }: OrderEmail): string {
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
