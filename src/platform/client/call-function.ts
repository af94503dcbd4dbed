import type { FunctionsHttpError } from '@supabase/supabase-js'
import { loadBackend } from './backend-client.ts'
import { signedOutMessage } from './signed-out-message.ts'

/** Why a function of the back office was not done. */
export type Failure = {
  /** The function's own code; `unreachable` where no answer came. */
  code: string
  /** What the function said; empty where it said nothing. */
  said: string
  /** The same for a notice: never empty. */
  words: string
  /** What the function said for the program. */
  details?: unknown
  /** No answer came, so nobody knows here whether it was done. */
  isLost: boolean
}

export type Called<Value> = { value: Value; failure?: undefined } | { value?: undefined; failure: Failure }

/** Longer than the slowest function takes (25 s); what has not answered by then has lost its connection. */
const usualPatienceMs = 40_000

/**
 * Calls a function with the administrator's token: with a body POST, else GET; `name` may carry a query. Never throws.
 * What comes back as JSON is its value, everything else is text. A refusal for want of a session, a role or a second
 * factor is told to the frame, which shows what is missing. `patienceMs`: what has not answered by then is lost. Browser
 * only.
 */
export async function callFunction<Value>(
  name: string,
  body?: object,
  { patienceMs = usualPatienceMs } = {},
): Promise<Called<Value>> {
  try {
    const backend = await loadBackend()
    const { data, error } = await backend.functions.invoke<Value>(name, {
      ...(body ? { body: body as Record<string, unknown> } : { method: 'GET' as const }),
      timeout: patienceMs,
    })
    return error ? { failure: await readFailure(error) } : { value: data as Value }
  } catch {
    return { failure: lost }
  }
}

const lost: Failure = {
  code: 'unreachable',
  said: '',
  words: 'The shop could not be reached. Please look at your connection and try again.',
  isLost: true,
}

async function readFailure(error: unknown): Promise<Failure> {
  const response = (error as Partial<FunctionsHttpError>).context
  if (!(response instanceof Response)) return lost
  const body: unknown = await response.json().catch(() => null)
  // Whatever is no JSON comes from something between here and the shop.
  if (!body || typeof body !== 'object') return lost
  const { code, message, details } = body as Record<string, unknown>
  if (response.status === 401 || response.status === 403) tellRefusal(details)
  if (response.status === 401)
    return { code: 'unauthorized', said: signedOutMessage, words: signedOutMessage, isLost: false }
  const said = typeof message === 'string' ? message : ''
  const words = said || 'That did not work. Please try again.'
  return { code: String(code ?? ''), said, words, details, isLost: false }
}

const refused = 'administrator-refused'

/** What an administrator lacks: her session or her role (`access`), or the second factor in this session. */
type Missing = 'access' | 'second_factor'

function tellRefusal(details: unknown): void {
  const reason = details && typeof details === 'object' && 'reason' in details ? details.reason : null
  const detail: Missing = reason === 'second_factor' ? 'second_factor' : 'access'
  window.dispatchEvent(new CustomEvent(refused, { detail }))
}

/** Calls `tell` whenever a function refused whoever sits here. Gives the way to stop. */
export function onRefused(tell: (missing: Missing) => void): () => void {
  const listen = (event: Event) => tell((event as CustomEvent<Missing>).detail)
  window.addEventListener(refused, listen)
  return () => window.removeEventListener(refused, listen)
}
