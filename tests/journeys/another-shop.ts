import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { dataFolder, startShop } from '#tests/fixtures/program.ts'

/** A second built shop with settings of its own over a fresh database, for as long as `work` takes. */
export async function withAnotherShop(
  port: number,
  settings: Record<string, string>,
  work: (url: string) => Promise<void>,
): Promise<void> {
  const server = process.env.TEST_DATABASE_URL ?? ''
  const name = `journeys_${randomUUID().replaceAll('-', '')}`
  await onServer(server, `create database ${name}`)
  try {
    await using data = await dataFolder()
    const running = await startShop(data.path, port, {
      DATABASE_URL: server.replace(/^(postgres(?:ql)?:\/\/[^/]*\/)[^?]*/, `$1${name}`),
      JWT_SECRET: randomUUID() + randomUUID(),
      RATE_LIMITS: 'false',
      ...settings,
    })
    await work(running.url.replace('127.0.0.1', 'localhost')).finally(() => running.stop())
  } finally {
    await onServer(server, `drop database ${name} with (force)`)
  }
}

async function onServer(connectionString: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  await client.query(statement)
  await client.end()
}
