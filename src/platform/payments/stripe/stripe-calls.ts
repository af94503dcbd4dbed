import { AsyncLocalStorage } from 'node:async_hooks'
import Stripe from 'stripe'
import { peerAnswered, peerFailed } from '#platform/database/outages.ts'
import type { Log } from '#platform/log.ts'
import { AppError } from '../../http/errors/app-error.ts'
import { type Clock, createPace, type Pace } from '../../http/limits/pace.ts'
import { type CircuitBreaker, createCircuitBreaker } from './circuit-breaker.ts'
import { isDown, isUnanswered, providerDown, toAppError } from './stripe-errors.ts'

type HttpClient = ReturnType<typeof Stripe.createNodeHttpClient>

/** One use of Stripe: all its requests, retries included, pass one throttle and end by `endsAt`. */
type Call = { throttle: Pace; endsAt: number; requests: number; serverErrors: number }

/** A token that was acquired before the call that uses it. */
type Ticket = { throttle: Pace; requestedAt: number; isUsed: boolean }

export type ThrottleName = 'checkout' | 'confirming' | 'background'

export type StripeCalls = {
  /** For the Stripe library: it rejects requests outside of `call`. */
  httpClient: HttpClient
  /** Runs the work under a throttle. Refuses busy, payment_provider_down, amount_too_small and payment_refused. */
  call<T>(throttle: ThrottleName, work: () => Promise<T>): Promise<T>
  /** Acquires a token, then runs work whose first `call` under this throttle uses it; its time counts from now. */
  inTurn<T>(throttle: ThrottleName, work: () => Promise<T>): Promise<T>
  /** How many requests of the current call had the response 500. */
  serverErrors(): number
  /** How far this machine's clock is ahead of Stripe's, in ms, by the last response; null before one. */
  clockAheadMs(): number | null
}

/** Requests per second. */
export type RequestRates = Record<ThrottleName, number>

/** Stripe's limit for an account, for requests of one kind. */
const stripesLimit = 25

/** What a program does: it serves requests (WORKER=off), runs jobs (the worker), or both. */
export type ProgramWork = 'requests' | 'jobs' | 'both'

/**
 * The parts of a program's requests. No part is zero: a server's checks for alerts read events in the background, and a
 * call under a throttle that a program seldom uses must still end.
 */
const parts: Record<ProgramWork, RequestRates> = {
  both: { checkout: 0.6, confirming: 0.32, background: 0.08 },
  // The success page confirms too, without waiting for the webhook's job.
  requests: { checkout: 0.66, confirming: 0.3, background: 0.04 },
  jobs: { checkout: 0.04, confirming: 0.76, background: 0.2 },
}

/**
 * Divides the requests that a program may send. Checkouts, confirmations of paid orders and background jobs each have a
 * share that the others cannot use.
 */
export function shareRequests(perSecond = stripesLimit, work: ProgramWork = 'both'): RequestRates {
  const { checkout, confirming, background } = parts[work]
  return { checkout: checkout * perSecond, confirming: confirming * perSecond, background: background * perSecond }
}

/** Times in milliseconds. */
export type Timeouts = { perRequest: number; perCall: number; inQueue: number; inAll: number; whileOpen: number }

/** A customer waits 20 s at most, most of it in the queue: a response seldom takes one second. */
export const timeouts: Timeouts = {
  perRequest: 10_000,
  perCall: 12_000,
  inQueue: 15_000,
  inAll: 20_000,
  whileOpen: 30_000,
}

/** All use of Stripe by one process: throttled, with timeouts, and refused while the circuit breaker is open. */
export function createStripeCalls({
  log,
  clock,
  requestRates: { checkout, confirming, background },
  timeouts: { perCall, inQueue, inAll, whileOpen },
}: {
  log: Log
  clock: Clock
  requestRates: RequestRates
  timeouts: Timeouts
}): StripeCalls {
  const inner = Stripe.createNodeHttpClient()
  const current = new AsyncLocalStorage<Call>()
  const tickets = new AsyncLocalStorage<Ticket>()
  // One each: lists or refunds without a response say nothing about payment pages.
  const breaker = () => createCircuitBreaker({ clock, openMs: whileOpen })
  const breakers: Record<ThrottleName, CircuitBreaker> = {
    checkout: breaker(),
    confirming: breaker(),
    background: breaker(),
  }
  const throttles: Record<ThrottleName, Pace> = {
    checkout: createPace({ perSecond: checkout, burst: 2, maxWaitMs: inQueue, clock, refuse: busy }),
    confirming: createPace({ perSecond: confirming, burst: 2, maxWaitMs: inQueue, clock, refuse: busy }),
    // No customer waits for it.
    background: createPace({ perSecond: background, maxWaitMs: 600_000, clock, refuse: busy }),
  }

  let aheadMs: number | null = null

  async function makeRequest(...request: Parameters<HttpClient['makeRequest']>) {
    const call = current.getStore()
    if (!call) throw new Error('A request to Stripe outside of a call')
    call.requests += 1
    // The call has the token of the first one already.
    if (call.requests > 1) await call.throttle.acquire({ first: true })
    const timeout = Math.min(request[7], Math.ceil(call.endsAt - clock.now()))
    if (timeout < 1) throw new Error('The time for this call is over')
    request[7] = timeout
    const response = await inner.makeRequest(...request)
    aheadMs = Date.now() - Date.parse(String(response.getHeaders().date)) || null
    if (response.getStatusCode() === 500) call.serverErrors += 1
    return response
  }

  /** The refusal of a call that is not sent, because the circuit breaker is open. */
  function stillDown(): Error {
    const error = providerDown()
    peerFailed(log, 'Stripe', error)
    return error
  }

  async function inTurn<T>(name: ThrottleName, work: () => Promise<T>): Promise<T> {
    const ticket: Ticket = { throttle: throttles[name], requestedAt: clock.now(), isUsed: false }
    if (breakers[name].isOpen()) throw stillDown()
    await ticket.throttle.acquire()
    try {
      return await tickets.run(ticket, work)
    } finally {
      if (!ticket.isUsed) ticket.throttle.refundToken()
    }
  }

  async function call<T>(name: ThrottleName, work: () => Promise<T>): Promise<T> {
    const throttle = throttles[name]
    const breaker = breakers[name]
    const ticket = tickets.getStore()
    const requestedAt = ticket?.requestedAt ?? clock.now()
    if (breaker.isOpen()) throw stillDown()
    if (ticket?.throttle === throttle && !ticket.isUsed) ticket.isUsed = true
    else await throttle.acquire({ first: ticket?.throttle === throttle })
    const now = clock.now()
    const allowedMs = name === 'background' ? perCall : Math.min(perCall, requestedAt + inAll - now)
    // Too little time is left for a response.
    if (allowedMs < 500) throw busy()
    if (!breaker.mayCall()) throw stillDown()
    const started: Call = { throttle, endsAt: now + allowedMs, requests: 0, serverErrors: 0 }
    const startedMs = performance.now()
    const { promise: late, reject } = Promise.withResolvers<never>()
    const cancel = clock.after(allowedMs, () => reject(providerDown(new Error(`No response within ${allowedMs} ms`))))
    try {
      const result = await Promise.race([current.run(started, work), late])
      breaker.recordResponse()
      peerAnswered(log, 'Stripe', startedMs)
      return result
    } catch (error) {
      if (isUnanswered(error)) breaker.recordFailure()
      else breaker.recordResponse()
      const refusal = toAppError(error, log)
      if (isDown(refusal)) peerFailed(log, 'Stripe', refusal)
      throw refusal
    } finally {
      cancel()
    }
  }

  return {
    httpClient: { getClientName: () => inner.getClientName(), makeRequest },
    call,
    inTurn,
    clockAheadMs: () => aheadMs,
    serverErrors: () => current.getStore()?.serverErrors ?? 0,
  }
}

/** The refusal for a customer who would wait too long. */
function busy(): AppError {
  const message = 'We’re busy just now. Your cart is safe: please try again in a minute.'
  return new AppError('busy', message)
}
