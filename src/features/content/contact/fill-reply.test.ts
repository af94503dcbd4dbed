import { expect, test } from 'vitest'
import { fillReply, findBlank } from './fill-reply.ts'

test('a saved reply gets the first name and the order number', () => {
  const text = 'Dear {name}, your order {order} is cut. {order} leaves on Friday.'
  expect(fillReply(text, { name: 'Mrs Ruth Moab', orderNumber: 'TKW-84N4J3' })).toBe(
    'Dear Ruth, your order TKW-84N4J3 is cut. TKW-84N4J3 leaves on Friday.',
  )
  expect(fillReply('{name}', { name: 'The Moab Family', orderNumber: null })).toBe('The Moab Family')
  expect(fillReply('{name}', { name: '$& {order}', orderNumber: 'A' })).toBe('$& {order}')
})

test('a blank without a value stays, and is found', () => {
  const filled = fillReply('{name}: {order}', { name: 'Ruth', orderNumber: null })
  expect(filled).toBe('Ruth: {order}')
  expect(findBlank(filled)).toBe('{order}')
  expect(findBlank('Ruth: TKW-84N4J3 {size}')).toBeNull()
})
