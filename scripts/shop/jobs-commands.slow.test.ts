import { expect, test } from 'vitest'
import { createQueue } from '#platform/jobs/queue.ts'
import { createLog } from '#platform/log.ts'
import { runCommand } from '#tests/fixtures/command.ts'
import { testDatabase } from '#tests/fixtures/database.ts'

test('waiting jobs are listed, and a failed one that is not there cannot be retried', async () => {
  await using db = await testDatabase({ withQueue: true })
  const { connectionString } = db
  await using queue = createQueue({ connectionString, log: createLog({ level: 'silent' }), working: false })
  await queue.start()
  await db.asService((tx) => queue.enqueue(tx, 'email.send', crypto.randomUUID()))
  const env = { DATABASE_URL: connectionString }
  const listed = await runCommand('scripts/shop.ts', ['jobs', 'list'], env)
  expect(listed).toMatchObject({ code: 0, out: expect.stringContaining('email.send: 1 waiting') })
  const none = await runCommand('scripts/shop.ts', ['jobs', 'retry', crypto.randomUUID()], env)
  expect(none).toMatchObject({ code: 1, err: expect.stringMatching(/^There is no failed job /) })
  expect(await runCommand('scripts/shop.ts', ['jobs', 'retry'], env)).toMatchObject({
    code: 0,
    out: '0 jobs are tried again.',
  })
})
