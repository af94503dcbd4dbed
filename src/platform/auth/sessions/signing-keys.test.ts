import { setImmediate as nextTurn } from 'node:timers/promises'
import { decodeProtectedHeader } from 'jose'
import { expect, test, vi } from 'vitest'
import { createLog } from '#platform/log.ts'
import { createSeal } from '#platform/secrets/secrets.ts'
import { type TestDatabase, testDatabase } from '#tests/fixtures/database.ts'
import { reseal } from '../sealed-texts.ts'
import { openSigningKeys, rotateSigningKey } from './signing-keys.ts'

const former = createSeal('the former secret')
const present = createSeal('the present secret')

/** Keys of a program that still runs with the former secret, and the notification that makes it read them again. */
async function formerProgram(db: TestDatabase) {
  const listeners: ((table: string) => void)[] = []
  const changes = {
    onChange: (listener: (table: string) => void) => void listeners.push(listener),
    listening: () => true,
  }
  const log = createLog({ level: 'silent' })
  const keys = await openSigningKeys({
    db,
    seal: former,
    changes,
    log,
    algorithm: 'ES256',
    secret: 'the former secret',
  })
  const kids = () => keys.publicKeys().map(({ kid }) => kid)
  const notify = () => {
    for (const listener of listeners) listener('signing_keys')
  }
  return { keys, kids, notify }
}

test('after a reseal a program with the former secret goes on signing with the key that it holds', async () => {
  await using db = await testDatabase()
  const { keys, kids, notify } = await formerProgram(db)
  const [held] = kids()
  await db.asService((tx) => reseal(tx, { former, present }))
  const next = await rotateSigningKey(db, present, 'ES256')
  notify()
  await vi.waitFor(() => expect(kids()).toEqual([next, held]), { timeout: 5_000 })
  expect(decodeProtectedHeader(await keys.sign({ sub: 'a' }))).toMatchObject({ alg: 'ES256', kid: held })
})

test('a program without a key signs nothing, least of all with JWT_SECRET', async () => {
  await using db = await testDatabase()
  const { keys, kids, notify } = await formerProgram(db)
  await db.asService((tx) => tx.deleteFrom('private.signing_keys').execute())
  notify()
  await vi.waitFor(() => expect(kids()).toEqual([]), { timeout: 5_000 })
  await expect(keys.sign({ sub: 'a' })).rejects.toThrow('no signing key')
})

/** The database, with readings that end only when the test releases them. */
function withHeldReadings(db: TestDatabase) {
  let holding: Promise<void> | undefined
  const readings: Promise<unknown>[] = []
  const asService: TestDatabase['asService'] = (work, context) => {
    const held = holding
    const reading = db.asService(work, context).finally(() => held)
    readings.push(reading)
    return reading
  }
  return {
    db: { ...db, asService },
    readings,
    /** Holds the readings that begin in `begin`, and returns what lets them go. */
    hold(begin: () => void): () => void {
      const { promise, resolve } = Promise.withResolvers<void>()
      holding = promise
      begin()
      holding = undefined
      return resolve
    },
  }
}

test('a reading that a later one overtook brings no deleted key back', async () => {
  await using database = await testDatabase()
  const { db, readings, hold } = withHeldReadings(database)
  const { keys, kids, notify } = await formerProgram(db)
  const [stolen = ''] = kids()
  const letGo = hold(notify)
  const next = await rotateSigningKey(database, former, 'ES256')
  await database.asService((tx) => tx.deleteFrom('private.signing_keys').where('kid', '=', stolen).execute())
  notify()
  await vi.waitFor(() => expect(kids()).toEqual([next]), { timeout: 5_000 })
  letGo()
  await Promise.all(readings)
  await nextTurn()
  expect(kids()).toEqual([next])
  expect(await keys.find(stolen)).toBeNull()
})

test('a key that is being read is waited for', async () => {
  await using database = await testDatabase()
  const { db, hold } = withHeldReadings(database)
  const { keys, notify } = await formerProgram(db)
  const next = await rotateSigningKey(database, former, 'ES256')
  const letGo = hold(notify)
  const found = keys.find(next)
  letGo()
  expect(await found).not.toBeNull()
})
