import type { RequestListener } from 'node:http'
import { createMiddleware } from 'hono/factory'
import type { Env } from '../http/env.ts'
import { clientKey } from '../http/limits/client-ip.ts'
import { createPlaces } from '../http/limits/places.ts'
import { nextTurn } from '../http/server/next-turn.ts'
import { RestError } from './rest-error.ts'

/** They share ten connections with the purchases, each of which needs several turns. */
const mostOfVisitors = 40
const mostOfSignedIn = 40
/** Many people may share an address. */
const mostOfOneAddress = 20

// PostgreSQL's code for a server without a free connection, which is what the caller would wait for.
const code = '53300'
const message = 'The shop is busy. Please try again in a moment.'
const body = JSON.stringify({ code, message, details: null, hint: null })

export type ReadLimit = ReturnType<typeof createReadLimit>

/**
 * Limits how many reads of /rest/v1 are in progress; the next one gets 503 with Retry-After. If all were admitted, each
 * would wait for longer than a retry takes, and the program would hold their memory. Visitors do not take the places of
 * users who are signed in. The service and requests inside the process, by which pages read, are not limited.
 * `perAddress`: whether one address has a limit of its own.
 */
export function createReadLimit({ perAddress, onRefusal }: Options) {
  const visitors = createPlaces({ most: mostOfVisitors, mostOfOne: mostOfOneAddress })
  const signedIn = createPlaces({ most: mostOfSignedIn, mostOfOne: mostOfOneAddress })

  return {
    /** For the routes, after the bearer was verified. */
    admit: createMiddleware<Env>(async (c, next) => {
      const { method } = c.req
      const { role } = c.var.claims
      const isLimited = (method === 'GET' || method === 'HEAD') && role !== 'service_role' && c.env?.incoming
      if (!isLimited) return next()
      const address = perAddress ? clientKey(c.var) : null
      const leave = (role === 'anon' ? visitors : signedIn).take(address)
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
     * For the listener: while visitors have no place, or as many wait for a turn, refuses their reads before any framework
     * sees them, since a refusal must cost much less than an answer. Other reads begin in a turn of their own.
     * `headers`: those of every response of an API.
     */
    listen(rest: RequestListener, headers: readonly [string, string][]): RequestListener {
      const own = ['Retry-After', '2', 'Content-Type', 'application/json; charset=utf-8']
      const lines = [...headers.flat(), ...own]
      let waiting = 0
      return (request, response) => {
        if (request.method !== 'GET' || !request.url?.startsWith('/rest/v1/')) return rest(request, response)
        const { authorization, apikey } = request.headers
        const isFull = visitors.isFull() || waiting >= mostOfVisitors
        if (isFull && (!authorization || authorization === `Bearer ${apikey}`)) {
          onRefusal()
          response.writeHead(503, lines)
          response.end(body)
          return
        }
        waiting += 1
        void nextTurn().then(() => {
          waiting -= 1
          if (!response.destroyed) rest(request, response)
        })
      }
    },
  }
}

type Options = { perAddress: boolean; onRefusal: () => void }
