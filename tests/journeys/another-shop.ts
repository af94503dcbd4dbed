import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { dropDatabase, onServer, withDatabase } from '#tests/fixtures/database-server.ts'
import { dataFolder, startShop } from '#tests/fixtures/program.ts'
import { readAsService, type ShopUnderTest } from './shop.ts'

/** Runs `work` with a second built shop that has its own settings and a new database. */
export async function withAnotherShop(
  port: number,
  settings: Record<string, string>,
  work: (url: string, rows: ShopUnderTest['rows']) => Promise<void>,
): Promise<void> {
  const server = process.env.TEST_DATABASE_URL ?? ''
  const name = `journeys_${randomUUID().replaceAll('-', '')}`
  await onServer(server, (client) => client.query(`create database ${name}`))
  try {
    await using data = await dataFolder()
    const connectionString = withDatabase(server, name)
    const running = await startShop(data.path, port, {
      DATABASE_URL: connectionString,
      JWT_SECRET: randomUUID() + randomUUID(),
      RATE_LIMITS: 'false',
      ...settings,
    })
    const pool = new pg.Pool({ connectionString, max: 2 })
    try {
      await work(running.url.replace('127.0.0.1', 'localhost'), readAsService(pool))
    } finally {
      await pool.end()
      await running.stop()
    }
  } finally {
    await dropDatabase(server, name)
  }
}
