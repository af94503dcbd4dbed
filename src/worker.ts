import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { type AppContext, createAppContext } from '#app/create-app-context.ts'
import { startJobs } from '#app/jobs.ts'
import { requireFreePort, runProgram } from '#app/run-program.ts'
import { createServices } from '#app/services.ts'
import { listShown } from '#features/content/documents/read-documents.ts'
import { watchShop } from '#operations/alerts/watch-shop.ts'
import { type ClosedShop, readyOrClosed, watchClosed } from '#operations/move/closed-shop.ts'
import { createShopMetrics } from '#operations/shop-metrics.ts'
import type { Env } from '#platform/http/env.ts'
import { createReadiness, health } from '#platform/http/server/readiness.ts'
import { watchJobs } from '#platform/jobs/watch-jobs.ts'
import { metricsApi } from '#platform/metrics/metrics.api.ts'

/** The jobs alone, for a shop whose server runs with WORKER=off. Ready means that jobs are running. */
if (import.meta.env.PROD) {
  await runProgram('worker', async (config, log) => {
    if (config.WORKER_PORT !== undefined) await requireFreePort(config.WORKER_PORT, config.HOST)
    const context = await createAppContext({ ...config, WORKER: 'inline' }, log)
    const services = createServices(context, fetch, 'jobs')
    await startJobs(context, services)
    const closed = watchClosed(context)
    const stopWatching = watchJobs({ queue: context.queue, log })
    const alerts = watchShop({
      ...context,
      ...services,
      provider: services.paymentDeps.provider,
      shown: () => listShown(context.documents(), context.clock.now()),
    })
    const leaving = new AbortController()
    const port = config.WORKER_PORT
    const health = port === undefined ? null : await serveHealth(context, { port, leaving: leaving.signal, closed })
    return {
      ready: 'the queue',
      // Not ready, but reachable until the end; the drain is for requests, of which a worker has none.
      async close({ drainMs, workMs }) {
        leaving.abort()
        stopWatching()
        await alerts.stop()
        services.endWaiting()
        await context.queue.stop({ timeoutMs: drainMs + workMs })
        health?.close()
        await services.close()
        await context.close()
      },
    }
  })
}

type HealthOptions = { port: number; leaving: AbortSignal; closed: () => ClosedShop | null }

async function serveHealth(context: AppContext, { port, leaving, closed }: HealthOptions): Promise<Server> {
  const { config, queue, log } = context
  async function requireNoneLate(): Promise<void> {
    const late = await queue.late()
    if (late) throw new Error(`${late.count} jobs have been due since ${late.since.toISOString()}`)
  }
  const ready = readyOrClosed(
    createReadiness({ checks: [requireNoneLate, context.requireNewEnough], log, leaving }),
    closed,
  )
  const app = new Hono<Env>().route('/health', health({ ready }))
  if (config.METRICS_TOKEN)
    app.route('/metrics', metricsApi({ metrics: createShopMetrics(context), token: config.METRICS_TOKEN }))
  // The health checks of HAProxy name no host.
  const listener = getRequestListener(app.fetch, { hostname: 'localhost' })
  const server = createServer(listener)
  server.listen(port, config.HOST)
  await once(server, 'listening')
  return server
}
