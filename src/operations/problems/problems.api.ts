import { Hono } from 'hono'
import { requireAdministrator } from '#platform/auth/require-administrator.ts'
import type { Env } from '#platform/http/env.ts'
import { createErrorHandler, functionsErrorBody } from '#platform/http/errors/error-handler.ts'
import { listProblems, type ProblemsDeps } from './list-problems.ts'
import type { ProblemsResponse } from './problem.ts'

/**
 * Mounted at /functions/v1, for administrators: GET problems lists what waits for the owner, see `ProblemsResponse`.
 */
export function problemsApi(deps: ProblemsDeps): Hono<Env> {
  return new Hono<Env>().onError(createErrorHandler(functionsErrorBody)).get('/problems', async (c) => {
    c.header('Cache-Control', 'no-store')
    const { userId } = await requireAdministrator(deps.db, c)
    return c.json((await listProblems(deps, userId)) satisfies ProblemsResponse)
  })
}
