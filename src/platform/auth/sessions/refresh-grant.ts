import type { Context } from 'hono'
import { z } from 'zod'
import type { Env } from '#platform/http/env.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { createKeyedSemaphore } from '#platform/http/limits/places.ts'
import { agentOf } from '../agent.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { AuthError } from '../auth-error.ts'
import { readBody } from '../read-body.ts'
import { refreshSession } from './refresh.ts'
import type { SessionResponse } from './session-response.ts'

const refreshBody = z.object({ refresh_token: z.string().optional() })

/**
 * `grant_type=refresh_token`. Tabs that send one token at once are served one after another. The session's
 * row lock does the same across processes, but each call that waits for a lock holds a connection, and fails after
 * three seconds.
 */
export function refreshGrant(): (accounts: AuthDeps, c: Context<Env>) => Promise<SessionResponse> {
  const inTurn = createKeyedSemaphore({
    concurrency: 1,
    maxWaiting: 600,
    refuse: () => new AppError('over_request_rate_limit', 'This token is being refreshed too often at once'),
  })
  return async (accounts, c) => {
    const { refresh_token: token = '' } = await readBody(c, refreshBody)
    if (!/^[\w-]{12,255}$/.test(token)) throw new AuthError(400, 'validation_failed', 'Refresh token is not valid')
    return inTurn(token, () => refreshSession(accounts, token, agentOf(c)))
  }
}
