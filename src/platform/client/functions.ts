import { loadBackend } from './backend-client.ts'
import { type RequestError, readFunctionError } from './request-error.ts'

/** Longer than the slowest function takes (25 s). */
const defaultTimeoutMs = 40_000

type CallOptions = { timeoutMs?: number }

/**
 * Calls a function of the shop by GET, with the session's token; `name` may carry a query. JSON is parsed, any other
 * response is text. Throws a `RequestError`. Browser only.
 */
export function readFunction<Value>(name: string, options: CallOptions = {}): Promise<Value> {
  return invoke<Value>(name, { method: 'GET' }, options)
}

/** Calls a function of the shop by POST with a JSON body, otherwise like `readFunction`. Browser only. */
export function callFunction<Value = unknown>(name: string, body: object, options: CallOptions = {}): Promise<Value> {
  return invoke<Value>(name, { method: 'POST', body: body as Record<string, unknown> }, options)
}

type Request = { method: 'GET' } | { method: 'POST'; body: Record<string, unknown> }

async function invoke<Value>(
  name: string,
  request: Request,
  { timeoutMs = defaultTimeoutMs }: CallOptions,
): Promise<Value> {
  let result: { data: Value | null; error: unknown }
  try {
    const backend = await loadBackend()
    result = await backend.functions.invoke<Value>(name, { ...request, timeout: timeoutMs })
  } catch (error) {
    throw await readFunctionError(error)
  }
  if (!result.error) return result.data as Value
  const error = await readFunctionError(result.error)
  if (error.status === 401 || error.status === 403) announceRefusal(error)
  throw error
}

const refusedEvent = 'administrator-refused'

/** What the session lacks: the administrator's role (or the session itself), or its second factor. */
type Missing = 'access' | 'second_factor'

function announceRefusal({ details }: RequestError): void {
  const reason = details && typeof details === 'object' && 'reason' in details ? details.reason : null
  const detail: Missing = reason === 'second_factor' ? 'second_factor' : 'access'
  window.dispatchEvent(new CustomEvent(refusedEvent, { detail }))
}

/** Calls `listener` when a function refuses this session. Returns a function that removes the listener. */
export function onRefused(listener: (missing: Missing) => void): () => void {
  const listen = (event: Event) => listener((event as CustomEvent<Missing>).detail)
  window.addEventListener(refusedEvent, listen)
  return () => window.removeEventListener(refusedEvent, listen)
}
