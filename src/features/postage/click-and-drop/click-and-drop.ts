import { z } from 'zod'
import { createPace, systemClock } from '#platform/http/limits/pace.ts'
import type { orderRequest } from './order-request.ts'

/**
 * Why a call failed. `away`: it was not carried out, and may be repeated. `unknown`: it may have been. `too_fast`: not
 * carried out, wait `retryAfterMs`. `key`: the key is not accepted. `not_offered`: the account has no such call.
 * `refused`: the request itself, with Click & Drop's words.
 */
type Why = 'away' | 'unknown' | 'too_fast' | 'key' | 'not_offered' | 'refused'

export class ClickAndDropError extends Error {
  override readonly name = 'ClickAndDropError'
  readonly why: Why
  readonly retryAfterMs: number | null

  constructor(why: Why, message: string, retryAfterMs: number | null = null) {
    super(message)
    this.why = why
    this.retryAfterMs = retryAfterMs
  }
}

/** An order as Click & Drop has it. */
export type KnownOrder = { identifier: number; reference: string | null; trackingNumber: string | null }

/** Royal Mail's Click & Drop, version 1 of its API. Every call throws a `ClickAndDropError`. */
export type ClickAndDrop = {
  create(key: string, request: ReturnType<typeof orderRequest>): Promise<KnownOrder>
  /** The order with this reference; null where there is none. */
  find(key: string, reference: string): Promise<KnownOrder | null>
  /** Orders by their identifiers, 100 at most; null where one of them is unknown, which refuses all. */
  list(key: string, identifiers: readonly number[]): Promise<KnownOrder[] | null>
  /** Whether the order is deleted now, also where it was before; otherwise why not. */
  remove(key: string, identifier: number): Promise<{ removed: true } | { removed: false; text: string }>
  /** Throws where the key is not accepted. */
  check(key: string): Promise<void>
}

const clickAndDropBase = 'https://api.parcel.royalmail.com'
export const mostAtOnce = 100

type Options = {
  /** The address of the API without its path. */
  base?: string | undefined
  timeoutMs?: number
  /** The API answers 429 above five calls in a second. */
  perSecond?: number
  /** Ends calls when the program stops. */
  stopping?: AbortSignal
}

const text = z.string().nullish()
const packages = z.array(z.object({ trackingNumber: text })).nullish()
const Order = z.object({ orderIdentifier: z.int(), orderReference: text, trackingNumber: text, packages })
const Problem = z.object({
  errorMessage: text,
  message: text,
  fields: z.array(z.object({ fieldName: text })).nullish(),
})
const Created = z.object({
  createdOrders: z.array(Order).nullish(),
  failedOrders: z.array(z.object({ errors: z.array(Problem).nullish() })).nullish(),
})
const Deleted = z.object({
  deletedOrders: z.array(z.object({ orderIdentifier: z.int().nullish() })).nullish(),
  errors: z.array(Problem.extend({ code: text })).nullish(),
})

/** More than a hundred orders with their packages. */
const maxBytes = 2 * 1_048_576
const maxWords = 300

/**
 * Click & Drop as this shop may call it. A rehearsal calls a stand-in alone, since labels of a real account cost money;
 * null where it has none.
 */
export function openClickAndDrop({ isLive, ...options }: Options & { isLive: boolean }): ClickAndDrop | null {
  return isLive || isStandIn(options.base) ? createClickAndDrop(options) : null
}

function isStandIn(base: string | undefined): boolean {
  return base !== undefined && !/(?:^|\.)royalmail\.com$/.test(new URL(base).hostname)
}

export function createClickAndDrop({
  base = clickAndDropBase,
  timeoutMs = 30_000,
  perSecond = 4,
  stopping,
}: Options = {}): ClickAndDrop {
  const pace = createPace({
    perSecond,
    maxWaitMs: 10 * 60_000,
    clock: systemClock,
    refuse: () => new ClickAndDropError('away', 'Too many calls are waiting.'),
    ...(stopping && { signal: stopping }),
  })

  async function call(key: string, method: string, path: string, body?: object): Promise<Answer> {
    if (!isKey(key)) throw new ClickAndDropError('key', 'The key holds characters that no key has.')
    await pace.acquire()
    const timeout = AbortSignal.timeout(timeoutMs)
    try {
      const response = await fetch(`${base}/api/v1${path}`, {
        method,
        headers: {
          Accept: 'application/json',
          Authorization: `Bearer ${key}`,
          ...(body && { 'Content-Type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
        redirect: 'manual', // the key goes to the configured address and nowhere else
        signal: stopping ? AbortSignal.any([timeout, stopping]) : timeout,
      })
      const { status } = response
      const read = status === 204 ? '' : await readBounded(response)
      return { status, body: asJson(read), retryAfterMs: retryAfterOf(response.headers) }
    } catch (error) {
      const code = codeOf(error)
      throw new ClickAndDropError(neverSent.has(code) ? 'away' : 'unknown', `Click & Drop did not answer (${code}).`)
    }
  }

  /** An answer without an error of its own. */
  async function succeed(key: string, method: string, path: string, body?: object): Promise<Answer> {
    const answer = await call(key, method, path, body)
    const { status, retryAfterMs } = answer
    if (status === 401) throw new ClickAndDropError('key', 'Click & Drop does not accept the key.')
    if (status === 403) throw new ClickAndDropError('not_offered', 'The account may not do this.')
    if (status === 429) throw new ClickAndDropError('too_fast', 'Too many calls.', retryAfterMs ?? 1_000)
    if (status >= 500 || (status >= 300 && status < 400))
      throw new ClickAndDropError('unknown', `Click & Drop answered ${status}.`)
    return answer
  }

  return {
    async create(key, request) {
      const { status, body } = await succeed(key, 'POST', '/orders', { items: [request] })
      if (status !== 200) throw new ClickAndDropError('refused', wordsOf(body) || `Click & Drop answered ${status}.`)
      const { data } = Created.safeParse(body)
      const [order] = data?.createdOrders ?? []
      if (order) return known(order)
      const problems = data?.failedOrders?.flatMap(({ errors }) => errors ?? []) ?? []
      if (data?.failedOrders?.length) {
        throw new ClickAndDropError(
          'refused',
          problems.map(problemWords).join(' ').slice(0, maxWords) || 'It gave no reason.',
        )
      }
      throw new ClickAndDropError('unknown', 'Click & Drop’s answer was not complete.')
    },
    async find(key, reference) {
      // A reference is in quotation marks, so that it is not taken for an identifier.
      const { status, body } = await succeed(key, 'GET', `/orders/%22${encodeURIComponent(reference)}%22`)
      if (status === 404) return null
      const { data } = z.array(Order).safeParse(body)
      if (status !== 200 || !data) throw new ClickAndDropError('unknown', `Click & Drop answered ${status}.`)
      const order = data.find(({ orderReference }) => orderReference === reference)
      return order ? known(order) : null
    },
    async list(key, identifiers) {
      const { status, body } = await succeed(key, 'GET', `/orders/${identifiers.join(';')}`)
      if (status === 404 || status === 400) return null
      const { data } = z.array(Order).safeParse(body)
      if (status !== 200 || !data) throw new ClickAndDropError('unknown', `Click & Drop answered ${status}.`)
      return data.map(known)
    },
    async remove(key, identifier) {
      const { status, body } = await succeed(key, 'DELETE', `/orders/${identifier}`)
      if (status === 404) return { removed: true }
      const { data } = Deleted.safeParse(body)
      if (data?.deletedOrders?.some(({ orderIdentifier }) => orderIdentifier === identifier)) return { removed: true }
      if (status === 200 && !data?.errors?.length)
        throw new ClickAndDropError('unknown', 'Click & Drop’s answer was not complete.')
      return { removed: false, text: data?.errors?.map(problemWords).join(' ').slice(0, maxWords) || wordsOf(body) }
    },
    async check(key) {
      const { status } = await succeed(key, 'GET', '/orders?pageSize=1')
      if (status !== 200) throw new ClickAndDropError('unknown', `Click & Drop answered ${status}.`)
    },
  }
}

/** Whether a text can be sent as a key: `fetch` would put another one into its error. */
export function isKey(typed: string): boolean {
  return /^[\x21-\x7e]{8,200}$/.test(typed)
}

type Answer = { status: number; body: unknown; retryAfterMs: number | null }

/** Errors before a connection: no request was sent. */
const neverSent = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

/** ECONNREFUSED, TimeoutError and the like; never the message, which may contain the request. */
function codeOf(error: unknown): string {
  const { name, cause } = error as { name?: string; cause?: { code?: string; errors?: { code?: string }[] } }
  return cause?.code ?? cause?.errors?.[0]?.code ?? name ?? 'no reason given'
}

function known({ orderIdentifier, orderReference, trackingNumber, packages }: z.output<typeof Order>): KnownOrder {
  const [first] = packages?.flatMap((each) => each.trackingNumber || []) ?? []
  return {
    identifier: orderIdentifier,
    reference: orderReference ?? null,
    trackingNumber: trackingNumber?.trim() || first?.trim() || null,
  }
}

/** Without the values of its fields, which are the customer's. */
function problemWords({ errorMessage, message, fields }: z.output<typeof Problem>): string {
  const names = (fields ?? []).flatMap(({ fieldName }) => fieldName || []).join(', ')
  const words = (errorMessage || message || '').trim()
  return [words && (/[.!?]$/.test(words) ? words : `${words}.`), names && `(${names})`].filter(Boolean).join(' ')
}

function wordsOf(body: unknown): string {
  const one = Problem.safeParse(body)
  const all = z.array(Problem).safeParse(body)
  const problems = all.data ?? (one.data ? [one.data] : [])
  return problems.map(problemWords).join(' ').slice(0, maxWords)
}

function asJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

async function readBounded(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk)
    size += chunk.length
    if (size > maxBytes) throw new Error('The answer is too long')
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Seconds or a date (RFC 9110 10.2.3), an hour at most. */
function retryAfterOf(headers: Headers): number | null {
  const value = headers.get('retry-after')?.trim()
  if (!value) return null
  const ms = /^\d+$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - Date.now()
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), 3_600_000) : null
}
