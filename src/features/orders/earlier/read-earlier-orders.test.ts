import { expect, test } from 'vitest'
import { formatCsv } from '#platform/csv.ts'
import { readEarlierOrders } from './read-earlier-orders.ts'

const etsyHead =
  'Sale Date,Item Name,Buyer,Quantity,Price,Coupon Code,Coupon Details,Discount Amount,Shipping Discount,Order Shipping,Order Sales Tax,Item Total,Currency,Transaction ID,Listing ID,Date Paid,Date Shipped,Ship Name,Ship Address1,Ship Address2,Ship City,Ship State,Ship Zipcode,Ship Country,Order ID,Variations,Order Type,Listings Type,Payment Type,InPerson Discount,InPerson Location,VAT Paid by Buyer,SKU'.split(
    ',',
  )
const etsyItem: Record<string, string> = {
  ...{ 'Sale Date': '03/14/25', 'Item Name': 'Mary Dress', Buyer: 'ruthm', Quantity: '1', Price: '89.00' },
  ...{ Currency: 'GBP', 'Ship Name': 'Ruth Moab', 'Ship Address1': '1 Barley Row', 'Ship Zipcode': 'LS1 1AB' },
  ...{ 'Ship Country': 'United Kingdom', 'Order ID': '4001' },
}
const shopifyHead =
  'Name,Email,Financial Status,Paid at,Fulfillment Status,Fulfilled at,Accepts Marketing,Currency,Subtotal,Shipping,Taxes,Total,Discount Code,Discount Amount,Shipping Method,Created at,Lineitem quantity,Lineitem name,Lineitem price,Lineitem compare at price,Lineitem sku,Billing Name,Billing Street,Billing Zip,Billing Country,Billing Phone,Shipping Name,Shipping Street,Shipping Zip,Shipping Country,Notes,Cancelled at,Payment Method,Refunded Amount,Id,Tags'.split(
    ',',
  )
const shopifyItem: Record<string, string> = {
  ...{ Name: '#1001', Email: 'Ruth@Example.com', 'Financial Status': 'paid', 'Accepts Marketing': 'yes' },
  ...{ Currency: 'GBP', Total: '93.50', 'Created at': '2025-03-14 23:30:00 +0000', 'Lineitem quantity': '1' },
  ...{ 'Lineitem name': 'Mary Dress - 8-10', 'Lineitem price': '89.00', 'Billing Name': 'Ruth Moab' },
  ...{ 'Billing Zip': "'01067", 'Billing Country': 'DE', 'Shipping Street': '1 Barley Row', Notes: 'Ring twice' },
}
const etsy = (...items: Record<string, string>[]) =>
  formatCsv([etsyHead, ...items.map((item) => etsyHead.map((name) => ({ ...etsyItem, ...item })[name] ?? ''))])
const shopify = (...items: Record<string, string>[]) =>
  formatCsv([shopifyHead, ...items.map((item) => shopifyHead.map((name) => ({ ...shopifyItem, ...item })[name] ?? ''))])

const mary = {
  ...{ source: 'etsy', number: '4001', day: '2025-03-14', name: 'Ruth Moab', email: null, postcode: 'LS1 1AB' },
  ...{ country: 'United Kingdom', garments: ['Mary Dress'], amount_pence: 8_900, currency: 'GBP', row: 2 },
}

test('the items of an order of Etsy’s become one order, without its street and its buyer’s name there', async () => {
  const { source, orders, leftOut } = await readEarlierOrders(
    etsy(
      {},
      {
        'Order ID': '4002',
        'Sale Date': '12/01/2024',
        'Ship Name': 'Noemi &amp; Söhne',
        Currency: 'eur',
        Price: '12,50',
      },
      { 'Item Name': 'Ruth &quot;Skirt&quot;', Variations: 'Size:10–12,Colour:Oat', Quantity: '2', Price: '£1,060.00' },
    ),
  )
  expect([source, leftOut]).toEqual(['etsy', []])
  expect(orders).toEqual([
    { ...mary, garments: ['Mary Dress', '2 × Ruth "Skirt" (Size: 10–12, Colour: Oat)'], amount_pence: 220_900 },
    { ...mary, row: 3, number: '4002', day: '2024-12-01', name: 'Noemi & Söhne', amount_pence: 1_250, currency: 'EUR' },
  ])
})

test('of an order of Shopify’s the first row has the customer, and the others have items alone', async () => {
  const rest = Object.fromEntries(shopifyHead.map((name) => [name, '']))
  const second = { ...rest, Name: '#1001', Email: 'Ruth@Example.com', 'Lineitem name': 'Skirt', 'Lineitem price': '60' }
  const { source, orders, leftOut } = await readEarlierOrders(shopify({}, { ...second, 'Lineitem quantity': '2' }))
  expect([source, leftOut]).toEqual(['shopify', []])
  expect(orders).toEqual([
    {
      ...{ row: 2, source: 'shopify', number: '1001', day: '2025-03-14', name: 'Ruth Moab', email: 'ruth@example.com' },
      ...{ postcode: '01067', country: 'DE', garments: ['Mary Dress - 8-10', '2 × Skirt'], amount_pence: 20_900 },
      currency: 'GBP',
    },
  ])
})

test.each([
  [{ 'Sale Date': '14/03/25' }, '“14/03/25” is no day as Etsy writes it.'],
  [{ 'Sale Date': '' }, '“” is no day as Etsy writes it.'],
  [{ Price: 'ten' }, '“ten” is no price.'],
  [{ Price: '-5.00' }, '“-5.00” is no price.'],
  [{ Price: '999999999' }, 'Its price is too high for a sale of garments.'],
  [{ Quantity: '0' }, '“0” is no quantity.'],
  [{ Currency: '' }, 'It names no currency.'],
  [{ 'Item Name': '' }, 'It names no garment.'],
  [{ 'Ship Zipcode': '' }, 'It names no customer: it has neither an e-mail address nor a name with a postcode.'],
])('an order of Etsy’s that cannot be kept is named by its row: %j', async (item, why) => {
  const { orders, leftOut } = await readEarlierOrders(etsy({ 'Order ID': '1' }, item))
  expect(orders).toHaveLength(1)
  expect(leftOut).toEqual([{ row: 3, value: '4001', why }])
})

test.each([
  [{ 'Financial Status': 'voided' }, 'It was not paid there.'],
  [{ 'Cancelled at': '2025-03-15 10:00:00 +0000' }, 'It was cancelled there.'],
  [{ 'Created at': '14.03.2025' }, '“14.03.2025” is no day as Shopify writes it.'],
  [
    { Email: 'no address', 'Billing Zip': '' },
    'It names no customer: it has neither an e-mail address nor a name with a postcode.',
  ],
])('an order of Shopify’s that cannot be kept is named by its row: %j', async (item, why) => {
  expect(await readEarlierOrders(shopify(item))).toMatchObject({
    orders: [],
    leftOut: [{ row: 2, value: '1001', why }],
  })
})

test('a row without an order number, and one that is cut off, are named; a bad item leaves out its whole order', async () => {
  const bad = etsy({ 'Order ID': '' }, {}, { Quantity: 'two' }, { 'Order ID': '5' })
  const { orders, leftOut } = await readEarlierOrders(`${bad}"03/14/25`)
  expect(orders.map(({ number }) => number)).toEqual(['5'])
  expect(leftOut).toMatchObject([
    { row: 2, value: 'Mary Dress', why: 'It has no order number.' },
    { row: 4, value: '4001', why: '“two” is no quantity.' },
    { row: 6 },
  ])
})

test.each([
  ['', 'This file is empty.'],
  ['Day,Weather\nMonday,Rain\n', 'neither Etsy’s nor Shopify’s'],
  ['Sale Date,Order ID,Full Name,Number of Items,Order Total\n03/14/25,1,Ruth,2,9\n', 'names no garments'],
  ['TITLE,DESCRIPTION,PRICE,CURRENCY_CODE,IMAGE1\nMary,,9,GBP,\n', 'neither Etsy’s nor Shopify’s'],
])('another file is refused: %j', async (csv, message) => {
  await expect(readEarlierOrders(csv)).rejects.toMatchObject({
    code: 'bad_request',
    message: expect.stringContaining(message),
  })
})
