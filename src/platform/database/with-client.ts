import pg from 'pg'

/** Runs `work` on a connection of its own, which ends with it. */
export async function withClient<T>(
  settings: string | pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(settings)
  // Without a listener a broken connection ends the process; the next query rejects anyway.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
