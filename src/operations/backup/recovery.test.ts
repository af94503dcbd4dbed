import { expect, test } from 'vitest'
import { testDatabase } from '#tests/fixtures/database.ts'
import { recoveryProblem, requireRecovered } from './recovery.ts'

test('a database that was never recovered is refused, unless the operator insists', async () => {
  await using db = await testDatabase()
  await expect(requireRecovered(db.connectionString, { insists: false })).rejects.toThrow(
    /never recovered.*Nothing has changed.*add: --force/,
  )
  await requireRecovered(db.connectionString, { insists: true })
})

test('a recovery has ended with a new timeline', () => {
  expect(recoveryProblem({ isRecovering: false, timeline: 2 }, false)).toBeNull()
})

test('where the timeline cannot be read, the message says so', () => {
  const state = { isRecovering: false, timeline: null }
  expect(recoveryProblem(state, false)).toMatch(/Whether this database was recovered cannot be read here.*--force/)
  expect(recoveryProblem(state, true)).toBeNull()
})

test('while PostgreSQL is recovering nothing can be changed, not even with --force', () => {
  const state = { isRecovering: true, timeline: null }
  expect(recoveryProblem(state, true)).toContain('still recovering')
})
