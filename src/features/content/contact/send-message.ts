import { sendForm, type Wrong } from '#platform/client/send-form.ts'

/** A message as the form has it; `id` names it, so that sent twice it is taken once. */
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

const unreachable = 'We could not be reached. What you typed stays here: please look at your connection and try again.'
const fields = ['topic', 'order_number', 'name', 'email', 'message']

/** Sends a message to the shop; null once it is taken. Never throws. Browser only. */
export function sendMessage(message: Message): Promise<Wrong | null> {
  return sendForm('contact', message, { fields, unreachable })
}
