import type { FunctionsHttpError } from '@supabase/supabase-js'
import { loadBackend } from './backend-client.ts'

/** What is wrong, by the field's name; under `form` what no field is to blame for. */
export type Wrong = Partial<Record<string, string>>

type Sending = {
  /** The form's own fields: what is said of anything else is said of the form. */
  fields: readonly string[]
  /** What is said while the shop cannot be reached. */
  unreachable: string
}

/** Sends a form to one of the shop's functions; null once it is taken. Never throws. Browser only. */
export async function sendForm(name: string, body: object, { fields, unreachable }: Sending): Promise<Wrong | null> {
  try {
    const backend = await loadBackend()
    const { error } = await backend.functions.invoke(name, { body: body as Record<string, unknown> })
    return error ? await wrongWith(error) : null
  } catch {
    // The client's code itself did not arrive: no connection.
    return { form: unreachable }
  }

  async function wrongWith(error: unknown): Promise<Wrong> {
    const response = (error as Partial<FunctionsHttpError>).context
    if (!(response instanceof Response) || response.status >= 500) return { form: unreachable }
    const answer: unknown = await response.json().catch(() => null)
    const { message, details } = (answer ?? {}) as { message?: unknown; details?: unknown }
    const wrong: Wrong = {}
    for (const each of Array.isArray(details) ? details : []) {
      const { path, message: words } = (each ?? {}) as { path?: unknown; message?: unknown }
      if (fields.includes(path as string) && typeof words === 'string') wrong[path as string] = words
    }
    if (Object.keys(wrong).length > 0) return wrong
    return { form: typeof message === 'string' ? message : unreachable }
  }
}
