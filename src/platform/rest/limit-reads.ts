import type { IncomingMessage, RequestListener } from 'node:http'
import { createMiddleware } from 'hono/factory'
import type { Env } from '../http/env.ts'
import { bearerToken } from '../http/identity/gateway.ts'
import { createPlaces, nextTurn } from '../http/limits/places.ts'
import { requestPath } from '../http/server/request-path.ts'
import { RestError } from './rest-error.ts'

/** Reads and purchases share ten connections of the database, and a purchase needs one several times. */
const mostOfVisitors = 40
const mostOfSignedIn = 40
/** Many people may share an address. */
const mostOfOneAddress = 20

// PostgreSQL's code for a server without a free connection, which is what the caller would wait for.
const code = '53300'
const message = 'The shop is busy. Please try again in a moment.'
const body = JSON.stringify({ code, message, details: null, hint: null })

const restPath = /^\/rest\/v1\//i

export type ReadLimit = ReturnType<typeof createReadLimit>

/**
 * Limits how many reads of /rest/v1 are in progress; the next one gets 503 with Retry-After. If all were admitted, each
 * would wait for longer than a retry takes, and the program would hold their memory. Visitors do not take the places of
 * users who are signed in. The service and requests inside the process, by which pages read, are not limited.
 */
export function createReadLimit({ anonKey, clientOf, onRefusal }: Options) {
  const visitors = createPlaces({ most: mostOfVisitors, mostOfOne: mostOfOneAddress })
  const signedIn = createPlaces({ most: mostOfSignedIn, mostOfOne: mostOfOneAddress })
  const waiting = createPlaces({ most: mostOfVisitors, mostOfOne: mostOfOneAddress })

  return {
    /** For the routes, after the bearer was verified. */
    admit: createMiddleware<Env>(async (c, next) => {
      const { method } = c.req
      const { role } = c.var.claims
      const incoming = c.env?.incoming
      if ((method !== 'GET' && method !== 'HEAD') || role === 'service_role' || !incoming) return next()
      const leave = (role === 'anon' ? visitors : signedIn).take(clientOf(incoming))
      if (typeof leave !== 'function') {
        onRefusal()
        throw new RestError(503, code, message, { headers: { 'Retry-After': '2' } })
      }
      try {
        return await next()
      } finally {
        leave()
      }
    }),

    /**
     * For the listener: visitors' GET requests begin in a turn of their own, and are refused before any framework sees
     * them while all places are taken, or as many requests wait for their turn: a refusal must cost much less than an
     * answer. All other requests are limited by `admit` alone. `headers`: those of every response of an API.
     */
    listen(rest: RequestListener, headers: readonly [string, string][]): RequestListener {
      const own = ['Retry-After', '2', 'Content-Type', 'application/json; charset=utf-8']
      const lines = [...headers.flat(), ...own]
      return (request, response) => {
        const token = bearerToken(request.headers.authorization)
        const isRead = request.method === 'GET' && restPath.test(requestPath(request.url ?? ''))
        if (!isRead || (token !== null && token !== anonKey)) return rest(request, response)
        const leave = visitors.isFull() ? 'full' : waiting.take(clientOf(request))
        if (typeof leave !== 'function') {
          onRefusal()
          response.writeHead(503, lines)
          response.end(body)
          return
        }
        void nextTurn().then(() => {
          leave()
          if (!response.destroyed) rest(request, response)
        })
      }
    },
  }
}

type Options = {
  /** The API key of visitors, which some clients also send as their bearer. */
  anonKey: string
  /** By what a request's client is limited apart; null where it is not. */
  clientOf: (request: IncomingMessage) => string | null
  onRefusal: () => void
}
