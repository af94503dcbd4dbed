import type { Context } from 'hono'
import type { Env } from '../http/env.ts'
import { AppError } from '../http/errors/app-error.ts'
import { limit, limitKey } from '../http/limits/client-ip.ts'

const fiveMinutes = 300

/** How often one client may call; each endpoint counts separately. */
export const limits = {
  token: () => limit('auth.token', { max: 150, perSeconds: fiveMinutes }),
  refresh: () => limit('auth.refresh', { max: 150, perSeconds: fiveMinutes }),
  /** /signup, /recover, /resend, /otp, /magiclink, PUT /user, /reauthenticate. */
  mail: (endpoint: string) => limit(`auth.${endpoint}`, { max: 30, perSeconds: fiveMinutes }),
  verify: () => limit('auth.verify', { max: 30, perSeconds: fiveMinutes }),
  /** Challenge and verify of factors. */
  factors: (endpoint: string) => limit(`auth.factors.${endpoint}`, { max: 15, perSeconds: 60 }),
}

const revealing = { max: 20, perSeconds: 3_600 }

/**
 * Counts a request whose answer tells whether an address has an account, as the protocol prescribes (decision 0014):
 * 20 an hour for one network and, where `userId` is signed in, for one account. Refuses 429 over_request_rate_limit.
 */
export async function limitRevealing(c: Context<Env>, endpoint: 'otp' | 'user', userId?: string): Promise<void> {
  const keys = [limitKey(c.var.clientIp), ...(userId === undefined ? [] : [userId])]
  for (const key of keys) {
    if (await c.var.rateLimiter.consume(`auth.${endpoint}.revealing`, key, revealing)) continue
    throw new AppError('over_request_rate_limit', 'Request rate limit reached')
  }
}
