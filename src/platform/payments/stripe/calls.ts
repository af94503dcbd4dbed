import { AsyncLocalStorage } from 'node:async_hooks'
import Stripe from 'stripe'
import { peerAnswered, peerFailed } from '#platform/database/outages.ts'
import type { Log } from '#platform/log.ts'
import { type Breaker, createBreaker } from './breaker.ts'
import type { Clock } from './clock.ts'
import { busy, createLane, type Lane } from './lane.ts'
import { down, isDown, isUnanswered, toAppError } from './refuse.ts'

type HttpClient = ReturnType<typeof Stripe.createNodeHttpClient>

/** One use of Stripe: all its requests, repetitions included, leave by one lane and end by one time. */
type Call = { lane: Lane; endsAt: number; requests: number; faults: number }

/** A turn that was waited for before it is needed. */
type Ticket = { lane: Lane; cameAt: number; isUsed: boolean }

export type LaneName = 'checkout' | 'confirming' | 'background'

export type Calls = {
  /** For the library: it sends nothing but what has its turn. */
  httpClient: HttpClient
  /** Does the work by the lane. Refuses busy, payment_provider_down, amount_too_small and payment_refused. */
  by<T>(lane: LaneName, work: () => Promise<T>): Promise<T>
  /** Does work that uses Stripe by this lane, later: its wait is now, and its time counts from now. */
  inTurn<T>(lane: LaneName, work: () => Promise<T>): Promise<T>
  /** How many requests of the call that is being made were answered with 500. */
  faults(): number
}

/** How many requests a second leave by a lane. */
export type Pace = Record<LaneName, number>

/**
 * Stripe allows 25 requests a second of a kind. Shoppers, paid orders and what runs by itself each have a share that
 * the others cannot use up.
 */
export const pace: Pace = { checkout: 15, confirming: 8, background: 2 }

/** Times in milliseconds. */
export type Patience = { perRequest: number; perCall: number; inQueue: number; inAll: number; whileOpen: number }

/** A shopper waits 20 s at most, most of it in the queue: an answer seldom takes one. */
export const patience: Patience = {
  perRequest: 10_000,
  perCall: 12_000,
  inQueue: 15_000,
  inAll: 20_000,
  whileOpen: 30_000,
}

/** All use of Stripe by one program: paced, ended in time, and not begun while nobody answers. */
export function createCalls({
  log,
  clock,
  pace: { checkout, confirming, background },
  patience: { perCall, inQueue, inAll, whileOpen },
}: {
  log: Log
  clock: Clock
  pace: Pace
  patience: Patience
}): Calls {
  const inner = Stripe.createNodeHttpClient()
  const current = new AsyncLocalStorage<Call>()
  const tickets = new AsyncLocalStorage<Ticket>()
  // One each: lists or refunds that get no answer say nothing of payment pages.
  const breaker = () => createBreaker({ clock, openMs: whileOpen })
  const breakers: Record<LaneName, Breaker> = { checkout: breaker(), confirming: breaker(), background: breaker() }
  const lanes: Record<LaneName, Lane> = {
    checkout: createLane({ perSecond: checkout, atOnce: 2, longestWaitMs: inQueue, clock }),
    confirming: createLane({ perSecond: confirming, atOnce: 2, longestWaitMs: inQueue, clock }),
    // Nobody waits for it.
    background: createLane({ perSecond: background, longestWaitMs: 600_000, clock }),
  }

  async function makeRequest(...request: Parameters<HttpClient['makeRequest']>) {
    const call = current.getStore()
    if (!call) throw new Error('A request to Stripe without a lane')
    call.requests += 1
    // The first one waited before the call began.
    if (call.requests > 1) await call.lane.turn({ first: true })
    const timeout = Math.min(request[7], Math.ceil(call.endsAt - clock.now()))
    if (timeout < 1) throw new Error('The time for this call is over')
    request[7] = timeout
    const response = await inner.makeRequest(...request)
    if (response.getStatusCode() === 500) call.faults += 1
    return response
  }

  /** Not asked, since it did not answer a moment ago. */
  function stillDown(): Error {
    const refusal = down()
    peerFailed(log, 'Stripe', refusal)
    return refusal
  }

  async function inTurn<T>(name: LaneName, work: () => Promise<T>): Promise<T> {
    const ticket: Ticket = { lane: lanes[name], cameAt: clock.now(), isUsed: false }
    if (breakers[name].isOpen()) throw stillDown()
    await ticket.lane.turn()
    try {
      return await tickets.run(ticket, work)
    } finally {
      if (!ticket.isUsed) ticket.lane.giveBack()
    }
  }

  async function by<T>(name: LaneName, work: () => Promise<T>): Promise<T> {
    const lane = lanes[name]
    const breaker = breakers[name]
    const ticket = tickets.getStore()
    const cameAt = ticket?.cameAt ?? clock.now()
    if (breaker.isOpen()) throw stillDown()
    if (ticket?.lane === lane && !ticket.isUsed) ticket.isUsed = true
    else await lane.turn({ first: ticket?.lane === lane })
    const now = clock.now()
    const allowedMs = name === 'background' ? perCall : Math.min(perCall, cameAt + inAll - now)
    // There is hardly time to ask, and none to wait for the answer.
    if (allowedMs < 500) throw busy()
    if (!breaker.mayTry()) throw stillDown()
    const call: Call = { lane, endsAt: now + allowedMs, requests: 0, faults: 0 }
    const beganMs = performance.now()
    const { promise: late, reject } = Promise.withResolvers<never>()
    const cancel = clock.after(allowedMs, () => reject(down(new Error(`No answer within ${allowedMs} ms`))))
    try {
      const result = await Promise.race([current.run(call, work), late])
      breaker.answered()
      peerAnswered(log, 'Stripe', beganMs)
      return result
    } catch (error) {
      if (isUnanswered(error)) breaker.unanswered()
      else breaker.answered()
      const refusal = toAppError(error, log)
      if (isDown(refusal)) peerFailed(log, 'Stripe', refusal)
      throw refusal
    } finally {
      cancel()
    }
  }

  return {
    httpClient: { getClientName: () => inner.getClientName(), makeRequest },
    by,
    inTurn,
    faults: () => current.getStore()?.faults ?? 0,
  }
}
