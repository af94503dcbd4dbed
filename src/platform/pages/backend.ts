import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { type Changes, pagesShow } from '../database/changes.ts'
import { enableMemo } from './memoize-per-client.ts'
import { enableReadChecks, noteRead, noteReads, noteUnrepeatable, type PageRead, recordReads } from './page-reads.ts'

type Fetch = (request: Request) => Response | Promise<Response>
type Options = {
  fetch: Fetch
  anonKey: string
  changes: Pick<Changes, 'onChange' | 'listening'>
  againAfterMs?: number
}
type ReadResponse = { status: number; headers: [string, string][]; body: ArrayBuffer; digest: string }

/** Past this number the oldest response is dropped. Pages send a few dozen different requests. */
const maxResponses = 500

/**
 * The API client of page loaders: unmodified supabase-js as an anonymous visitor, with the application in place of the
 * network. All such visitors read the same data, so a client caches responses, and `memoizePerClient` what is derived
 * from them. A change of the data starts a new client with an empty cache; while changes cannot be received, every call
 * gets its own client.
 */
export function createBackend({ changes, ...options }: Options): () => SupabaseClient {
  let current: SupabaseClient | null = null
  changes.onChange((table) => {
    if (pagesShow(table)) current = null
  })
  return () => {
    if (!changes.listening()) return openClient(options)
    current ??= openClient(options)
    return current
  }
}

function openClient({ fetch, anonKey, againAfterMs = 1_000 }: Omit<Options, 'changes'>): SupabaseClient {
  const responses = new Map<string, Promise<ReadResponse>>()

  /**
   * Retries a 503 once after a pause, because a restarting database is soon back, unless the request took long already.
   */
  async function retryOnce(request: Request): Promise<Response> {
    const startedMs = performance.now()
    const response = await fetch(request)
    if (response.status !== 503 || performance.now() - startedMs > againAfterMs) return response
    await pause(againAfterMs)
    return fetch(new Request(request))
  }

  async function read(request: Request, send: Fetch): Promise<ReadResponse> {
    const response = await send(request)
    const body = await response.arrayBuffer()
    return { status: response.status, headers: [...response.headers], body, digest: digestOf(response, body) }
  }

  /** Simultaneous requests share a response, and later ones too where it is a success. */
  function readOnce(request: Request): Promise<ReadResponse> {
    const key = `${request.url} ${namedHeaders(request).join(' ')}`
    const known = responses.get(key)
    if (known) return known
    const reading = read(request, retryOnce)
    responses.set(key, reading)
    const forget = () => {
      if (responses.get(key) === reading) responses.delete(key)
    }
    reading.then(({ status }) => status >= 300 && forget(), forget)
    const oldest = responses.keys().next().value
    if (responses.size > maxResponses && oldest !== undefined) responses.delete(oldest)
    return reading
  }

  /** Functions may say something else without a change that is announced: only tables are remembered. */
  const readingOf = (request: Request) =>
    new URL(request.url).pathname.startsWith('/rest/v1/') ? readOnce(request) : read(request, fetch)

  async function remember(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const request = new Request(input, init)
    if (request.method !== 'GET') {
      noteUnrepeatable()
      return fetch(request)
    }
    const { digest, body, ...response } = await readingOf(request)
    if (response.status >= 500) noteUnrepeatable()
    noteRead({ url: request.url, headers: namedHeaders(request), digest })
    return new Response(nullBodyStatuses.has(response.status) ? null : body, response)
  }

  // The host is never resolved: requests stay in the process.
  const client = createClient('http://shop.internal', anonKey, {
    global: { fetch: remember },
    // The client's own retries would take six seconds.
    db: { retry: false },
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  })
  enableMemo(client, { record: recordReads, note: noteReads })
  // The client's own fetch adds its key and the caller, who is the same for all clients.
  enableReadChecks(client, async ({ url, headers }) => {
    const request = new Request(url, {
      headers: [...headers, ['apikey', anonKey], ['Authorization', `Bearer ${anonKey}`]],
    })
    const { status, digest } = await readingOf(request)
    if (status >= 500) throw new Error(`The read of ${url} was answered with ${status}`)
    return digest
  })
  return client
}

const nullBodyStatuses = new Set([204, 205, 304])

/** The headers that change a response. */
function namedHeaders({ headers }: Request): PageRead['headers'] {
  return ['accept', 'accept-profile', 'prefer', 'range', 'range-unit'].flatMap((name): PageRead['headers'] => {
    const value = headers.get(name)
    return value === null ? [] : [[name, value]]
  })
}

function digestOf({ status, headers }: Response, body: ArrayBuffer): string {
  const hash = createHash('sha256').update(`${status} ${headers.get('content-range') ?? ''} `)
  return hash.update(new Uint8Array(body)).digest('base64url')
}
