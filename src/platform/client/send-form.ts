import type { BodyOf, PostName } from '../http/contract.ts'
import { loadBackend } from './backend-client.ts'
import { bodyOf } from './endpoints.ts'
import { readFunctionError } from './functions.ts'

/** Error messages by field name; `form` has the message that belongs to no field. */
export type Wrong = Partial<Record<string, string>>

/** What a form says while the shop cannot be reached, where it has no words of its own. */
export const notReached =
  'That didn’t reach us. What you typed is still here: please check your connection and try again.'

type Sending = {
  /** The form's fields; an error about any other field is shown as the form's. */
  fields: readonly string[]
  /** The message while the shop cannot be reached. */
  unreachable?: string
}

/** The fields that an error's `details` name, each with its message. */
export function fieldErrors(details: unknown): { path: string; message: string }[] {
  if (!Array.isArray(details)) return []
  return details.filter((each) => typeof each?.path === 'string' && typeof each.message === 'string')
}

/**
 * Sends a form to an endpoint, which checks what was typed. Returns null once it is accepted, else the error messages;
 * never throws. Browser only.
 */
export async function sendForm<Name extends PostName>(
  name: Name,
  body: { [Field in keyof BodyOf<Name>]: unknown },
  { fields, unreachable = notReached }: Sending,
): Promise<Wrong | null> {
  try {
    const backend = await loadBackend()
    const result = await backend.functions.invoke(name, { body: bodyOf(body) })
    if (!result.error) return null
    const { status, details, serverMessage } = await readFunctionError(result.error)
    if (status === 0 || status >= 500) return { form: unreachable }
    const wrong: Wrong = {}
    for (const { path, message } of fieldErrors(details)) if (fields.includes(path)) wrong[path] = message
    return Object.keys(wrong).length > 0 ? wrong : { form: serverMessage || unreachable }
  } catch {
    // The client's code could not be fetched: there is no connection.
    return { form: unreachable }
  }
}
