import { sendForm, type Wrong } from '#platform/client/send-form.ts'
import type { BodyOf, PostName } from '#platform/http/contract.ts'
import { addressFields } from './order-change.ts'

const unreachable = 'That didn’t reach us. What you typed is still here: please check your connection and try again.'

/** Sends a change of an order. `isStale`: the order was changed or begun meanwhile, so the page is to be read again. */
async function send<Name extends PostName>(
  name: Name,
  body: { [Field in keyof BodyOf<Name>]: unknown },
  fields: readonly string[],
): Promise<Sent> {
  const wrong = await sendForm(name, body, { fields, unreachable })
  return { wrong, isStale: wrong?.form !== undefined && wrong.form !== unreachable }
}

export type Sent = { wrong: Wrong | null; isStale: boolean }

export type LineChange = { position: number; size?: string; height?: number | null }

/** Changes a garment; the token is that of the order's link. Never throws. Browser only. */
export function sendLine(token: string, line: LineChange): Promise<Sent> {
  return send('change-order', { token, lines: [line] }, [])
}

export function sendGiftNote(token: string, note: string): Promise<Sent> {
  return send('change-order', { token, gift_note: note }, ['gift_note'])
}

/** Has a code sent for a new address. */
export function askForAddress(token: string, address: Omit<BodyOf<'change-address'>, 'token'>): Promise<Sent> {
  return send('change-address', { token, ...address }, addressFields)
}

export function confirmAddress(token: string, code: string): Promise<Sent> {
  return send('confirm-address', { token, code }, ['code'])
}
