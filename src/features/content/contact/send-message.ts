import { sendForm, type Wrong } from '#platform/client/send-form.ts'

/** A message from the form; `id` makes it idempotent. */
export type Message = {
  id: string
  topic: string
  order_number: string
  name: string
  email: string
  message: string
  trap: string
  captcha_token?: string
}

const unreachable =
  'We couldn’t send your message. Your text is still here: please check your connection and try again.'
const fields = ['topic', 'order_number', 'name', 'email', 'message']

/** Sends a message to the shop; null on success. Never throws. Browser only. */
export function sendMessage(message: Message): Promise<Wrong | null> {
  return sendForm('contact', message, { fields, unreachable })
}
