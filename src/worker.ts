import { startJobs } from './jobs.ts'
import { openShop } from './open-shop.ts'
import { runProgram } from './run-program.ts'

/** The jobs alone, for a shop whose server runs with WORKER=off. */
if (import.meta.env.PROD) {
  await runProgram('worker', async (config, log) => {
    const shop = await openShop({ ...config, WORKER: 'inline' }, log)
    await startJobs(shop)
    return { ready: 'the queue', close: shop.close }
  })
}
