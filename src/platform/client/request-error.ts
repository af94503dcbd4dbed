import type { FunctionsHttpError } from '@supabase/supabase-js'

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

const unreachableMessage = 'The shop could not be reached. Please look at your connection and try again.'
const failedMessage = 'That did not work. Please try again.'

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
  if (status === 401) {
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
