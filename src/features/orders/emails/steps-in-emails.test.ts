import { expect, test } from 'vitest'
import { order } from '#app/emails/sample-data.ts'
import { composeEmail } from '#mail/compose-email.tsx'
import { orderConfirmation } from './confirmation.email.ts'
import { orderDelivered } from './delivered.email.ts'
import { orderDispatched } from './dispatched.email.ts'
import { orderInProduction } from './in-production.email.ts'

const sent = { ...order, shippedOn: new Date('2027-01-05'), arriveBy: new Date('2027-01-07') }

test('an e-mail of an order says which steps are done, which is now, and what comes with its day', async () => {
  const { text, html } = await composeEmail(orderInProduction({ ...order, status: 'processing' }))
  expect(text).toContain(
    [
      '    Done: Received, 21 November 2026',
      '    Now: Being made',
      '    Next: On its way, by Friday 8 January',
      '    Next: Delivered, by Tuesday 12 January',
      '',
    ].join('\n'),
  )
  const bare = html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')
  expect(bare).toContain('Received (done) 21 November 2026')
  expect(bare).toContain('Being made (now)')
  expect(bare).toContain('by Tuesday 12 January')
})

test('the steps follow the order through its e-mails', async () => {
  const stepsIn = async (content: Parameters<typeof composeEmail>[0]) =>
    (await composeEmail(content)).text.match(/^ {4}(?:Done|Now|Next): .*$/gm)?.map((line) => line.trim())
  expect(await stepsIn(orderConfirmation(order))).toContain('Now: Received, 21 November 2026')
  expect(await stepsIn(orderDispatched({ ...sent, status: 'shipped' }))).toEqual([
    'Done: Received, 21 November 2026',
    'Done: Being made',
    'Now: On its way, 5 January 2027',
    'Next: Delivered, by Thursday 7 January',
  ])
  const delivered = { ...sent, status: 'delivered', deliveredAt: new Date('2027-01-06T10:00:00Z') } as const
  expect((await stepsIn(orderDelivered(delivered)))?.at(-1)).toBe('Done: Delivered, 6 January 2027')
})

test('an order that is late names no day to come', async () => {
  const { text } = await composeEmail(orderInProduction({ ...order, status: 'processing', isLate: true }))
  expect(text).toContain('    Next: On its way\n    Next: Delivered\n')
})
