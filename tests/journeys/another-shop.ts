import pg from 'pg'
import { startShop } from '#tests/fixtures/program.ts'
import { copyShop } from '#tests/fixtures/shop-copy.ts'
import { readAsService, type ShopUnderTest, templatePlace } from './shop.ts'

/** A second built shop with settings of its own and the opening catalogue, for the duration of `work`. */
export async function withAnotherShop(
  port: number,
  settings: Record<string, string>,
  work: (url: string, rows: ShopUnderTest['rows']) => Promise<void>,
): Promise<void> {
  await using copy = await copyShop(...templatePlace())
  const running = await startShop(copy.dataDir, port, { ...copy.env, ...settings })
  const pool = new pg.Pool({ connectionString: copy.connectionString, max: 2 })
  try {
    await work(running.url.replace('127.0.0.1', 'localhost'), readAsService(pool))
  } finally {
    await pool.end()
    await running.stop()
  }
}
