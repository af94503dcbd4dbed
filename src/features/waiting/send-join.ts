import type { FunctionsHttpError } from '@supabase/supabase-js'
import { loadBackend } from '#infrastructure/backend-client.ts'

type Asking = { product_id: string; email: string; size: string; trap: string; captcha_token?: string }
/** What is wrong, by the field's name; under `form` what no field is to blame for. */
type Wrong = Partial<Record<string, string>>

const unreachable = 'We could not be reached. Your address stays here: please look at your connection and try again.'

/** Asks to be told of a garment; null once it is kept. Never throws. Browser only. */
export async function sendJoin(asking: Asking): Promise<Wrong | null> {
  try {
    const backend = await loadBackend()
    const { error } = await backend.functions.invoke('join-waiting-list', { body: asking })
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
  for (const each of Array.isArray(details) ? details : []) {
    const { path, message: words } = (each ?? {}) as { path?: unknown; message?: unknown }
    if ((path === 'email' || path === 'size') && typeof words === 'string') return { [path]: words }
  }
  return { form: typeof message === 'string' ? message : unreachable }
}
