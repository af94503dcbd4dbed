import { expect, test } from 'vitest'
import { line, order, siteUrl } from '#app/emails/sample-data.ts'
import { pence } from '#base/money.ts'
import { dutiesText, ownerDutyText } from '#features/settings/duties.ts'
import { composeEmail } from '#mail/compose-email.tsx'
import { shop } from '#shop'
import { orderConfirmation } from './confirmation.email.ts'
import { orderDelivered } from './delivered.email.ts'
import { orderDispatched } from './dispatched.email.ts'
import type { OrderEmailData } from './order-email-data.ts'
import { orderPaid } from './owner/order-paid.email.ts'

function write(changes: Partial<OrderEmailData> = {}) {
  return composeEmail(orderConfirmation({ ...order, ...changes }))
}

function unwrapped(text: string): string {
  return text.replaceAll(/\s+/g, ' ')
}

test('a copy for an order that was sent early names the day it left, and no later one', async () => {
  const sent = { status: 'shipped', shippedOn: new Date('2026-12-30'), arriveBy: new Date('2027-01-05') } as const
  const text = unwrapped((await write(sent)).text)
  expect(text).toContain('Dispatched on: Wednesday 30 December 2026')
  expect(text).toContain('With you by: Tuesday 5 January 2027')
  expect(text).not.toContain('Dispatched by')
})

test('the e-mail has everything the customer must be able to keep, in HTML and in text', async () => {
  const { subject, html, text } = await write()
  expect(subject).toBe(`Your order TKW-7H2K9P at ${shop.name}`)
  const bare = html.replaceAll(/<!--.*?-->/g, '')
  for (const expected of [
    'TKW-7H2K9P',
    'Mary Dress',
    '10-12',
    'Height 163 cm, in 5 cm heels',
    'Gift note',
    'Wear it to the garden party!',
    '£178.00',
    '55% linen, 45% cotton',
    'Oatmeal',
    'Esther Gown',
    '£148.00',
    '£326.00',
    'WELCOME10',
    '£32.60',
    'Royal Mail Tracked 24',
    '1–2 working days',
    '£6.50',
    '£299.90',
    '2 Mill Lane',
    'BD22 8QR',
    'United Kingdom',
    'Friday 8 January 2027',
    `${shop.policies.cancelDays} days after the day your parcel reaches you`,
    'I hereby give notice that I cancel my contract of sale of 2 × Mary Dress, Esther Gown, order TKW-7H2K9P',
    'You pay the return postage',
    'within 14 days of getting them back or of your proof of posting, whichever is first',
    'I hereby give notice that I cancel my contract of sale of the following goods',
    'as described, fit for purpose and of satisfactory quality',
    'Questions and complaints',
    `${siteUrl}/returns-refunds`,
    `${siteUrl}/terms-conditions`,
    'as published on 21 November 2026',
    shop.email,
    shop.trader.name,
    shop.trader.address.join(', '),
  ]) {
    expect(bare).toContain(expected)
    expect(unwrapped(text).toLowerCase()).toContain(expected.toLowerCase())
  }
  expect(html).toMatch(/^<!DOCTYPE html/)
  expect(html).toContain('<html dir="ltr" lang="en-GB">')
})

test('customer input is text, never markup, and an invalid name is not used in the greeting', {
  tags: ['S23'],
}, async () => {
  const evil = '<img src=x onerror=alert(1)>"\'</style><script>'
  const { html } = await write({
    customerName: evil,
    address: [evil],
    lines: [{ ...line, name: evil, size: evil, fabric: evil, colour: evil }],
    delivery: { ...order.delivery, label: evil },
    discount: { code: evil, percent: 5, pence: pence(1) },
  })
  expect(html).not.toContain('<img src=x')
  expect(html).not.toContain('<script>')
  expect(html).toContain('Thank you</h1>')
  expect((await write({ customerName: 'www.win-a-prize.example' })).text).toContain('\nThank you\n')
})

test('free delivery, no discount and no name read well', async () => {
  const { html, text } = await write({
    customerName: null,
    discount: null,
    delivery: { ...order.delivery, label: 'Royal Mail Tracked 48', pence: pence(0) },
  })
  expect(text).toContain('\nThank you\n')
  expect(text).toMatch(/Royal Mail Tracked 48 +Free\n/)
  expect(text).not.toContain('Discount')
  expect(html).toContain('Thank you</h1>')
})

test('a free order is not described as paid', async () => {
  const { text } = await write({
    discount: { code: 'GIFT', percent: 100, pence: pence(32600) },
    delivery: { ...order.delivery, pence: pence(0) },
    totalPence: pence(0),
  })
  expect(text).toMatch(/Nothing to pay +£0\.00\n/)
  expect(text).not.toMatch(/\bpaid\b(?! with)/i)
})

test('a copy after dispatch promises no past day', async () => {
  const { text } = await write({ status: 'delivered' })
  expect(unwrapped(text)).toContain('This confirms your order TKW-7H2K9P of 21 November 2026')
  expect(text).not.toContain('WHAT HAPPENS NEXT')
  expect(text).toContain('Friday 8 January 2027')
})

test('an order to another country says what is due there; one at home does not', async () => {
  expect((await write()).text).not.toContain('Customs')
  const duties = dutiesText('FR', new Date('2026-11-29'))
  expect(unwrapped((await write({ delivery: { ...order.delivery, duties } })).text)).toContain('Customs: Import VAT')
})

test('an order to the European Union has the notice on the legal guarantee, or a sentence with the official link', async () => {
  expect((await write({ guarantee: null })).text).not.toContain('legal guarantee')
  const without = unwrapped((await write({ guarantee: { notice: null } })).text)
  expect(without).toContain('legal guarantee of conformity of at least two years')
  expect(without).toContain('https://eur-lex.europa.eu/eli/reg_impl/2025/1960/oj')
  const url = '/storage/v1/object/public/legal-notices/de-1.svg'
  const { html, text } = await write({ guarantee: { notice: { language: 'de', url } } })
  for (const each of [html, text]) expect(each).toContain(siteUrl + url)
})

test('the owner’s e-mail about an order says what to do about duty that the shop pays', async () => {
  const write = (country: string) => {
    const delivery = { ...order.delivery, ownerDuty: ownerDutyText(country, new Date('2026-11-29')) }
    return composeEmail(orderPaid({ order: { ...order, delivery }, isNoted: false }))
  }
  expect(unwrapped((await write('US')).text)).toContain('You pay the US duty on this parcel before it leaves')
  expect((await write('FR')).text).not.toContain('You pay')
})

test('no line of the text is longer than 72 columns, except one with a URL', async () => {
  const { text } = await write({
    lines: Array.from({ length: 20 }, () => ({ ...line, name: 'Very long '.repeat(14) })),
  })
  expect(text.split('\n').filter((each) => each.length > 72 && !each.includes('https://'))).toEqual([])
})

test('an order of fabric samples alone is cut and posted as a letter, not sewn and tracked', async () => {
  const set = {
    ...line,
    name: 'Fabric samples',
    size: 'Fabrics: Mary Dress (oatmeal); Ruth Skirt',
    quantity: 1,
    heightCm: null,
  }
  const samples = [{ ...set, fabric: null, colour: null, length: null, care: null, measurements: null }]
  const text = unwrapped((await write({ lines: samples })).text)
  expect(text).toContain('Fabrics: Mary Dress (oatmeal); Ruth Skirt')
  expect(text).not.toContain('Size Fabrics')
  expect(text).toContain('We’ll post it by')
  expect(text).toContain('in a letter, which has no tracking')
  expect(text).not.toMatch(/cut and sew|tracking number/)
  const [sent, delivered] = [orderDispatched, orderDelivered].map((write) =>
    write({ ...order, trackingNumber: null, lines: samples }),
  )
  expect(JSON.stringify(sent)).toContain('It travels as a letter, which has no tracking.')
  expect(JSON.stringify([sent, delivered])).not.toMatch(/trying it on|fits beautifully|unworn/)
})
