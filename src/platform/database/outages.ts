import type { Logger } from 'pino'
import type { ProviderLabel } from '../payments/providers.ts'
import { traceCall } from '../tracing.ts'

/** The peers that the application depends on, as the log names them. */
export type Peer = 'database' | ProviderLabel | 'mail server' | 'image store'

type Outage = { peer: Peer; sinceMs: number; lastMs: number; affected: number }

const key = Symbol('outages')
const ofError = new WeakMap<object, Outage>()

/**
 * Reports that a peer is unreachable. The first error of an outage is logged; later ones, and the lines of requests and
 * jobs that fail because of it, are only counted (see `createLog`).
 */
export function peerFailed(log: Logger, peer: Peer, error: unknown): void {
  const open = openOutages(log)
  let outage = open.get(peer)
  if (!outage) {
    outage = { peer, sinceMs: performance.now(), lastMs: 0, affected: 0 }
    open.set(peer, outage)
    log.error({ peer, why: messageOf(error) }, 'an outage begins')
  }
  outage.lastMs = performance.now()
  if (typeof error === 'object' && error !== null) ofError.set(error, outage)
}

/** Reports a response to a call begun at `beganMs`. It ends an outage when the call began after its last error. */
export function peerAnswered(log: Logger, peer: Peer, beganMs: number): void {
  traceCall(peer, beganMs)
  const open = openOutages(log)
  const outage = open.get(peer)
  if (!outage || beganMs <= outage.lastMs) return
  open.delete(peer)
  const seconds = Math.round((performance.now() - outage.sinceMs) / 1_000)
  log.info({ peer, seconds, affected: outage.affected }, 'an outage is over')
}

/** The peers that do not respond now. */
export function listOutages(log: Logger): Peer[] {
  return [...openOutages(log).keys()]
}

/** Counts a log line if its error belongs to an outage; false if the line must be written. */
export function countInOutage(error: unknown): boolean {
  let cause = error
  for (let depth = 0; depth < 6 && cause instanceof Error; depth += 1) {
    const outage = ofError.get(cause)
    if (outage) {
      outage.affected += 1
      return true
    }
    cause = cause.cause
  }
  return false
}

/** Of the program's log: its children share it. */
function openOutages(log: Logger): Map<Peer, Outage> {
  const withOutages = log as Logger & { [key]?: Map<Peer, Outage> }
  withOutages[key] ??= new Map()
  return withOutages[key]
}

function messageOf(error: unknown): string {
  const message = typeof error === 'object' && error !== null ? Reflect.get(error, 'message') : error
  return String(message)
}
