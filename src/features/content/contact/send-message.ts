import type { FunctionsHttpError } from '@supabase/supabase-js'
import { loadBackend } from '#infrastructure/backend-client.ts'

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

/** What is wrong, by the field's name; under `form` what no field is to blame for. */
type Wrong = Partial<Record<string, string>>

const unreachable = 'We could not be reached. What you typed stays here: please look at your connection and try again.'
const fields = ['topic', 'order_number', 'name', 'email', 'message']

/** Sends a message to the shop; null once it is taken. Never throws. Browser only. */
export async function sendMessage(message: Message): Promise<Wrong | null> {
  try {
    const backend = await loadBackend()
    const { error } = await backend.functions.invoke('contact', { body: message })
    return error ? await wrongWith(error) : null
  } catch {
    // The client's code itself did not arrive: no connection.
    return { form: unreachable }
  }
}

async function wrongWith(error: unknown): Promise<Wrong> {
  const response = (error as Partial<FunctionsHttpError>).context
  if (!(response instanceof Response) || response.status >= 500) return { form: unreachable }
  const body: unknown = await response.json().catch(() => null)
  const { message, details } = (body ?? {}) as { message?: unknown; details?: unknown }
  const told = Array.isArray(details) ? details.map(readDetail).filter((each) => each !== null) : []
  if (told.length > 0) return Object.fromEntries(told)
  return { form: typeof message === 'string' ? message : unreachable }
}

function readDetail(detail: unknown): [field: string, words: string] | null {
  const { path, message } = (detail ?? {}) as { path?: unknown; message?: unknown }
  if (typeof path !== 'string' || typeof message !== 'string' || !fields.includes(path)) return null
  return [path, message]
}
