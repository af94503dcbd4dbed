import { expect, test } from 'vitest'
import { z } from 'zod'
import { createMessageIds } from './functions.ts'

test('a text that is sent again keeps its id, and another text gets another id', () => {
  const idOf = createMessageIds()
  const first = idOf({ name: 'Ruth', message: 'Hello' })
  expect(z.uuid().safeParse(first).success).toBe(true)
  expect(idOf({ name: 'Ruth', message: 'Hello' })).toBe(first)
  const second = idOf({ name: 'Ruth', message: 'Hello again' })
  expect(second).not.toBe(first)
  expect(idOf({ name: 'Ruth', message: 'Hello' })).not.toBe(first)
})
