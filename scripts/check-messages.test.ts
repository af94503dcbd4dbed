import { expect, test } from 'vitest'
import { findReadMessages } from './check-messages.ts'

test('a pattern over a message, a search in it and a comparison with a sentence are found', () => {
  const reads = [
    'return /can still be refunded|amount in pounds/.test(serverMessage)',
    "if (message?.includes('percent')) return messages.percent",
    "error.message === 'JWT expired'",
  ]
  expect(findReadMessages(reads.join('\n'))).toEqual(reads)
})

test('a message that is shown, written or checked for being there is not found', () => {
  const fine = ["if (message === '') return", 'show(error.message)', "typeof message === 'string'", 'x.test(code)']
  expect(findReadMessages(fine.join('\n'))).toEqual([])
})
