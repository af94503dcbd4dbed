import type { FunctionsHttpError } from '@supabase/supabase-js'
import type { BodyOf, GetName, GetResponse, PostName, PostResponse, QueryOf } from '../http/contract.ts'
import { randomUuid } from '../random-uuid.ts'
import { loadBackend } from './backend-client.ts'
import { bodyOf, type Options, pathOf, type Sent } from './endpoints.ts'

/** Longer than the slowest function takes (25 s). */
const defaultTimeoutMs = 40_000

/**
 * The response of a GET endpoint, with the session's token. JSON is parsed, any other response is text. Throws a
 * `RequestError`. Browser only.
 */
export function read<Name extends GetName>(
  name: Name,
  ...[query, options]: Sent<QueryOf<Name>>
): Promise<GetResponse<Name>> {
  return invoke(pathOf(name, query), { method: 'GET' }, options)
}

/** The response of a POST endpoint with a JSON body, otherwise like `read`. Browser only. */
export function call<Name extends PostName>(
  name: Name,
  ...[body, options]: Sent<BodyOf<Name>>
): Promise<PostResponse<Name>> {
  return invoke(name, { method: 'POST', body: bodyOf(body) }, options)
}

type Request = { method: 'GET' } | { method: 'POST'; body: Record<string, unknown> }

async function invoke<Value>(
  name: string,
  request: Request,
  { timeoutMs = defaultTimeoutMs }: Options = {},
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

/**
 * Ids of messages: the same text, sent again after a missing response, keeps its id, so the server accepts it once;
 * another text gets another id.
 */
export function createMessageIds() {
  let last: { text: string; id: string } | undefined
  return (fields: object): string => {
    const text = JSON.stringify(fields)
    if (last?.text !== text) last = { text, id: randomUuid() }
    return last.id
  }
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

type RequestErrorOptions = { code: string; status: number; message: string; serverMessage?: string; details?: unknown }

/** Why a call to the shop failed. `message` is text for the user and never empty. */
export class RequestError extends Error {
  override readonly name = 'RequestError'
  /** The server's code; `unreachable` without a response of the shop. */
  readonly code: string
  /** 0 without a response of the shop: a change may or may not have happened. */
  readonly status: number
  /** The server's own message; empty where it sent none. */
  readonly serverMessage: string
  readonly details: unknown

  constructor({ code, status, message, serverMessage = '', details }: RequestErrorOptions) {
    super(message)
    this.code = code
    this.status = status
    this.serverMessage = serverMessage
    this.details = details
  }

  get isUnreachable(): boolean {
    return this.status === 0
  }
}

/** Shown where a call was refused because its session has ended. */
export const signedOutMessage = 'You have been signed out. Sign in again; your text is safe.'

const unreachableMessage = 'We couldn’t reach the shop. Please check your connection and try again.'
const failedMessage = 'That didn’t work. Please try again.'

/** An error of `functions.invoke`, or what it threw, as a `RequestError`. Reads the response's body. */
export async function readFunctionError(error: unknown): Promise<RequestError> {
  const response = (error as Partial<FunctionsHttpError> | null)?.context
  if (!(response instanceof Response)) return toRequestError(error)
  const body: unknown = await response.json().catch(() => null)
  // A body that is not JSON comes from a proxy between the browser and the shop.
  return toRequestError(body && typeof body === 'object' ? { ...body, status: response.status } : null)
}

/** Any error, also of supabase-js for tables and accounts (its `status` included), as a `RequestError`. */
export function toRequestError(error: unknown): RequestError {
  if (error instanceof RequestError) return error
  const { code, message, status, details } = (error ?? {}) as Record<string, unknown>
  if (typeof status !== 'number' || status < 400) {
    return new RequestError({ code: 'unreachable', status: 0, message: unreachableMessage })
  }
  // An ended session is 403 to a token that is still valid.
  if (status === 401 || code === 'session_not_found') {
    const sent = typeof code === 'string' ? code : 'unauthorized'
    return new RequestError({ code: sent, status, message: signedOutMessage, details })
  }
  const serverMessage = typeof message === 'string' ? message : ''
  const shown = serverMessage || failedMessage
  return new RequestError({ code: String(code ?? ''), status, message: shown, serverMessage, details })
}

type TableResult<Data> = { data: Data; error: null } | { data: null; error: object; status: number }

/** The data of a call to a table. Throws a `RequestError`. */
export function dataOf<Data>(result: TableResult<Data>): Data {
  if (result.error) throw toRequestError({ ...result.error, status: result.status })
  return result.data as Data
}

/** The check constraint that a write of /rest/v1 failed; null where a trigger refused it. Only PostgreSQL's message names it. */
export function failedConstraint(message: string): string | null {
  return /violates check constraint "([^"]+)"/.exec(message)?.[1] ?? null
}
