import pg from 'pg'
import { freePorts } from '#tests/fixtures/free-ports.ts'
import { startShop } from '#tests/fixtures/program.ts'
import { copyShop } from '#tests/fixtures/shop-copy.ts'
import { readAsService, type ShopUnderTest, templatePlace } from './shop.ts'

/**
 * A second built shop with settings of its own and the opening catalogue, for the duration of `work`: on a free port, or
 * on the settings' own `PORT`.
 */
export async function withAnotherShop(
  settings: Record<string, string>,
  work: (url: string, rows: ShopUnderTest['rows']) => Promise<void>,
): Promise<void> {
  await using copy = await copyShop(...templatePlace())
  const port = Number(settings.PORT ?? (await freePorts(1))[0])
  const pool = new pg.Pool({ connectionString: copy.connectionString, max: 2 })
  const rows = readAsService(pool)
  let running: Awaited<ReturnType<typeof startShop>> | undefined
  try {
    // A shop that has been live may start with the texts of the example shop.
    await rows("insert into private.start_marks (name) values ('live')")
    running = await startShop(copy.dataDir, port, { ...copy.env, ...settings })
    await work(running.url.replace('127.0.0.1', 'localhost'), rows)
  } finally {
    await pool.end()
    await running?.stop()
  }
}
