import { createHmac } from 'node:crypto'
import type { Context } from 'hono'
import type { Env } from '#platform/http/env.ts'
import { limitKey } from '#platform/http/limits/client-ip.ts'

/**
 * The network a checkout comes from, as a keyed hash: an IPv4 address or the /64 of an IPv6 one. `isShared`: a proxy that
 * TRUST_PROXY does not declare hides the customers, so all of them are one network here.
 */
export type CheckoutNetwork = { hash: string; isShared: boolean }

/** Reads the network of a request. `secret` is the hash's key, the same in every instance. */
export function readNetwork(c: Context<Env>, secret: string): CheckoutNetwork {
  const isShared = c.var.isBehindUndeclaredProxy()
  const network = isShared ? 'undeclared proxy' : limitKey(c.var.clientIp)
  return { hash: createHmac('sha256', secret).update(network).digest('base64url'), isShared }
}
