import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { pence } from '#base/money.ts'
import { postageShop } from '#tests/fixtures/postage-shop.ts'
import { clickAndDropFile, fileColumns, letterProblems } from './click-and-drop/click-and-drop-file.ts'
import type { PostageFile, PostageResult } from './give-parcels.ts'
import type { Parcel } from './parcel.ts'
import { romanLetters } from './roman-letters.ts'

const parcel: Parcel = {
  reference: 'TKW-AB12C3',
  orderedAt: new Date('2026-07-31T23:30:00Z'),
  name: 'Miriam Ann Okafor',
  addressLines: ['7 Chapel Lane', 'Flat 2'],
  city: 'Leeds',
  postcode: 'LS1 4AP',
  country: 'GBR',
  phone: '+44 (0)7700 900123',
  email: 'miriam@example.com',
  format: 'smallParcel',
  grams: 700,
  pieces: [{ name: 'Mary Dress', quantity: 1, unitPence: pence(8_900), grams: 620, customs: null }],
  goodsPence: pence(8_900),
  deliveryPence: pence(450),
  serviceCode: 'TOLP48',
  isDeclared: false,
  isToNorthernIreland: false,
}

function rowsOf(csv: string): Record<string, string>[] {
  const lines = csv.split('\r\n')
  expect(lines.pop()).toBe('')
  expect(csv.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  const [head = '', ...rows] = lines
  return rows.map((row) => {
    const cells = (row.match(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g) ?? []).map((cell) =>
      cell.replace(/,$/, '').replace(/^"|"$/g, '').replaceAll('""', '"'),
    )
    return Object.fromEntries(head.split(',').map((name, at) => [name, cells[at] ?? '']))
  })
}

test('the columns have the names of Click & Drop’s help page, so that they map themselves', () => {
  expect(fileColumns).toEqual([
    'Order reference',
    'Date',
    'First Name',
    'Last Name',
    'Address Line 1',
    'Address Line 2',
    'Address Line 3',
    'City',
    'Postcode',
    'Country',
    'Email',
    'Phone',
    'Recipient is a business',
    'Service code',
    'Package Format',
    'Weight',
    'Sub-total',
    'Shipping Cost',
    'Total',
    'Currency Code',
    'Product name',
    'Quantity',
    'Unit price',
    'Unit weight',
    'Customs description',
    'Customs code',
    'Country of origin',
  ])
})

test('a parcel within the country is one row: kilograms, a date of shop time, a phone of eleven digits', () => {
  const csv = clickAndDropFile([parcel])
  expect(csv.startsWith('Order reference,')).toBe(true)
  expect(rowsOf(csv)).toEqual([
    expect.objectContaining({
      'Order reference': 'TKW-AB12C3',
      Date: '01/08/26',
      'First Name': 'Miriam Ann',
      'Last Name': 'Okafor',
      'Address Line 1': '7 Chapel Lane',
      'Address Line 2': 'Flat 2',
      'Address Line 3': '',
      City: 'Leeds',
      Postcode: 'LS1 4AP',
      Country: 'GBR',
      Phone: '07700900123',
      'Service code': 'TOLP48',
      'Package Format': 'small parcel',
      Weight: '0.7',
      'Sub-total': '89.00',
      'Shipping Cost': '4.50',
      Total: '93.50',
      'Currency Code': 'GBP',
      'Product name': '',
      'Customs code': '',
    }),
  ])
})

test('a declared parcel has a row for each garment, with the same order', () => {
  const customs = { code: '620442', origin: 'GBR', description: 'Women’s cotton dress' }
  const pieces = [
    { name: 'Mary Dress', quantity: 2, unitPence: pence(8_550), grams: 620, customs },
    { name: 'Ruth Skirt', quantity: 1, unitPence: pence(6_200), grams: 455, customs },
  ]
  const rows = rowsOf(clickAndDropFile([{ ...parcel, country: 'DEU', isDeclared: true, pieces }]))
  expect(rows.map((row) => row['Order reference'])).toEqual(['TKW-AB12C3', 'TKW-AB12C3'])
  expect(rows).toMatchObject([
    {
      'Product name': 'Mary Dress',
      Quantity: '2',
      'Unit price': '85.50',
      'Unit weight': '0.62',
      'Customs description': "Women's cotton dress",
      'Customs code': '620442',
      'Country of origin': 'GBR',
    },
    { 'Product name': 'Ruth Skirt', 'Unit weight': '0.455' },
  ])
})

test('amounts fit into six characters, phones into eleven digits; what does not fit is left out', () => {
  const [row] = rowsOf(clickAndDropFile([{ ...parcel, goodsPence: pence(120_000), phone: '+49 1512 3456789' }]))
  expect(row).toMatchObject({ 'Sub-total': '1200', Total: '1204.5', Phone: '' })
  const [dear] = rowsOf(clickAndDropFile([{ ...parcel, goodsPence: pence(123_456), phone: '+1 555 123 4567' }]))
  expect(dear).toMatchObject({ 'Sub-total': '', Phone: '15551234567' })
})

test('texts are written in Roman letters; those of another script are a problem', () => {
  expect(romanLetters('Siobhán Müller-Łukasz, Straße 7 – “Høyden”')).toBe('Siobhan Muller-Lukasz, Strasse 7 - "Hoyden"')
  expect(romanLetters('=cmd()')).toBe('cmd()')
  expect(romanLetters('مريم')).toBeNull()
  expect(letterProblems({ ...parcel, name: 'مريم', city: 'Łódź' })).toEqual([
    { code: 'other_letters', part: 'name', text: 'مريم' },
  ])
})

type Answer = { file: PostageFile | null; results: PostageResult[] }

test('an order is in one file: the next one leaves it out, the same one can be saved again, and it can be taken out', async () => {
  await using shop = await postageShop({ key: null })
  const [one, two, strange] = [
    await shop.paidOrder(),
    await shop.paidOrder(),
    await shop.paidOrder({ customer_name: 'مريم' }),
  ]
  const numbers = [one, two, strange].map(({ order_number }) => order_number)
  const first = (await shop.call<Answer>('postage-file', { orders: numbers })).body
  expect(rowsOf(first.file?.csv ?? '').map((row) => row['Order reference'])).toEqual(numbers.slice(0, 2))
  expect(first.results.map(({ problems }) => problems)).toEqual([
    [],
    [],
    [expect.objectContaining({ code: 'other_letters' })],
  ])
  expect(await shop.parcel(one.order_number)).toMatchObject({ way: 'file', state: 'exported' })
  const second = (await shop.call<Answer>('postage-file', { orders: numbers.slice(0, 2) })).body
  expect(second).toMatchObject({
    file: null,
    results: [{ problems: [{ code: 'given' }] }, { problems: [{ code: 'given' }] }],
  })
  const again = (await shop.call<PostageFile>(`postage-file?batch=${first.file?.batch}`)).body
  const sorted = (csv = '') => csv.split('\r\n').sort()
  expect(sorted(again.csv)).toEqual(sorted(first.file?.csv))
  await shop.call('take-postage-back', { orders: [one.order_number] })
  const third = (await shop.call<Answer>('postage-file', { orders: numbers.slice(0, 2) })).body
  expect(rowsOf(third.file?.csv ?? '').map((row) => row['Order reference'])).toEqual([one.order_number])
})

test('of ten presses at once for a file, one has the orders', async () => {
  await using shop = await postageShop({ key: null })
  const orders = await Promise.all(Array.from({ length: 5 }, () => shop.paidOrder()))
  const body = { orders: orders.map(({ order_number }) => order_number) }
  const answers = await Promise.all(Array.from({ length: 10 }, () => shop.call<Answer>('postage-file', body)))
  const files = answers.flatMap((answer) => answer.body.file ?? [])
  expect(files.flatMap(({ csv }) => rowsOf(csv).map((row) => row['Order reference'])).sort()).toEqual(
    [...body.orders].sort(),
  )
})

test('without a weight a file leaves it blank within the country, and abroad the order stays out', async () => {
  await using shop = await postageShop({ key: null })
  const home = await shop.paidOrder()
  const abroad = await shop.paidOrder({ shipping_country: 'JE', shipping_postcode: 'JE2 3AB' })
  await shop.db.asService((tx) => sql`update private.product_customs set weight_grams = null`.execute(tx))
  const { file, results } = (
    await shop.call<Answer>('postage-file', { orders: [home.order_number, abroad.order_number] })
  ).body
  expect(rowsOf(file?.csv ?? '')).toMatchObject([{ 'Order reference': home.order_number, Weight: '' }])
  expect(results[1]?.problems).toMatchObject([{ code: 'no_weight' }])
})

test('an order that is changed after its file was made says so, until it is in a new file', async () => {
  await using shop = await postageShop({ key: null })
  const { id, order_number } = await shop.paidOrder()
  await shop.call('postage-file', { orders: [order_number] })
  expect(await shop.parcel(order_number)).toMatchObject({ state: 'exported', problems: [] })
  await shop.db.asService((tx) =>
    tx.updateTable('pre_orders').set({ shipping_postcode: 'LS2 8BB' }).where('id', '=', id).execute(),
  )
  expect(await shop.parcel(order_number)).toMatchObject({
    problems: [{ code: 'changed_since', parts: ['address'], way: 'file' }],
  })
  await shop.call('take-postage-back', { orders: [order_number] })
  await shop.call('postage-file', { orders: [order_number] })
  expect(await shop.parcel(order_number)).toMatchObject({ state: 'exported', problems: [] })
})
