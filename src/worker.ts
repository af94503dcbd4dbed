import { startJobs } from './jobs.ts'
import { openShop } from './open-shop.ts'
import { runProgram } from './run-program.ts'
import { openServices } from './services.ts'

/** The jobs alone, for a shop whose server runs with WORKER=off. */
if (import.meta.env.PROD) {
  await runProgram('worker', async (config, log) => {
    const shop = await openShop({ ...config, WORKER: 'inline' }, log)
    const services = openServices(shop, fetch)
    await startJobs(shop, services)
    return {
      ready: 'the queue',
      async close() {
        services.endWaiting()
        await shop.queue.stop()
        await services.close()
        await shop.close()
      },
    }
  })
}
