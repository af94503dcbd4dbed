import { expect, test } from 'vitest'
import { pence } from '#features/catalogue/money.ts'
import { shop } from '#shop'
import type { OrderConfirmation } from './letters/confirmation.ts'
import { orderConfirmation } from './order-confirmation.mail.tsx'

const order: OrderConfirmation = {
  siteUrl: 'https://shop.example',
  orderNumber: 'TKW-7H2K9P',
  orderedOn: new Date('2026-11-21'),
  customerName: 'Mary Ann Smith',
  lines: [
    {
      name: 'Mary Dress',
      size: '10-12',
      quantity: 2,
      unitPence: pence(8900),
      totalPence: pence(17800),
      isPreorder: false,
      imageUrl: 'https://shop.example/storage/v1/render/image/public/product-images/m.jpg?width=160&format=origin',
    },
    {
      name: 'Esther Gown',
      size: '8-10',
      quantity: 1,
      unitPence: pence(14800),
      totalPence: pence(14800),
      isPreorder: true,
      imageUrl: null,
    },
  ],
  goodsPence: pence(32600),
  discount: { code: 'WELCOME10', percent: 10, pence: pence(3260) },
  delivery: { label: 'Royal Mail Tracked 24', pence: pence(650) },
  totalPence: pence(29990),
  address: ['Mary Ann Smith', '2 Mill Lane', 'Haworth', 'BD22 8QR', 'United Kingdom'],
  dispatchBy: new Date('2027-01-08'),
}

test('the letter has everything the buyer must be able to keep, in HTML and in text', async () => {
  const { subject, html, text } = await orderConfirmation(order)
  expect(subject).toBe(`Your order TKW-7H2K9P at ${shop.name}`)
  const bare = html.replaceAll(/<!--.*?-->/g, '')
  for (const said of [
    'TKW-7H2K9P',
    'Mary Dress',
    '10-12',
    '£178.00',
    'Esther Gown',
    '£148.00',
    '£326.00',
    'WELCOME10',
    '£32.60',
    'Royal Mail Tracked 24',
    '£6.50',
    '£299.90',
    '2 Mill Lane',
    'BD22 8QR',
    'United Kingdom',
    'Friday 8 January',
    `within ${shop.policies.cancelDays} days`,
    'https://shop.example/returns-refunds',
    shop.email,
    shop.trader.address[0] ?? '',
    '21 November 2026',
  ]) {
    expect(bare).toContain(said)
    expect(text.replaceAll('\n', ' ')).toContain(said)
  }
  expect(html).toMatch(/^<!DOCTYPE html/)
  expect(html).toContain('<html dir="ltr" lang="en-GB">')
})

test('what a buyer typed is text, never markup', async () => {
  const evil = '<img src=x onerror=alert(1)>"\'</style><script>'
  const { html } = await orderConfirmation({
    ...order,
    customerName: evil,
    address: [evil],
    lines: [{ ...order.lines[0], name: evil, size: evil } as (typeof order.lines)[number]],
  })
  expect(html).not.toContain('<img src=x')
  expect(html).not.toContain('<script>')
})

test('free delivery, no discount and no name read well', async () => {
  const { html, text } = await orderConfirmation({
    ...order,
    customerName: null,
    discount: null,
    delivery: { label: 'Royal Mail Tracked 48', pence: pence(0) },
  })
  expect(text).toContain('Thank you.\n')
  expect(text).toMatch(/Royal Mail Tracked 48 +Free\n/)
  expect(text).not.toContain('Discount')
  expect(html).toContain('Thank you</h1>')
})

test('no line of the text is longer than a mail program of any age can show', async () => {
  const { text } = await orderConfirmation(order)
  expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(120)
})
