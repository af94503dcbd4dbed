import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, expect, test, vi } from 'vitest'
import { shop } from '#shop'
import type { ResponsiblePerson } from '#shop-duties'
import { PackingSlip } from './packing-slips.page.tsx'

vi.stubGlobal('window', { location: { host: 'shop.example' } })
// Other files share this process.
afterAll(() => vi.unstubAllGlobals())

const person = { name: 'Maeve Byrne', address: ['2 Main Street', 'Cork'], email: 'maeve@example.com', isExample: false }

function slipTo(shipping_country: string, shipping_postcode: string, responsiblePerson: ResponsiblePerson | null) {
  const sold = { product_name: 'Mary Dress', product_size: '10-12' }
  const order = {
    ...sold,
    order_number: 'TKW-1',
    created_at: '2026-11-28T12:00:00Z',
    shipping_country,
    shipping_postcode,
  }
  return renderToStaticMarkup(
    <PackingSlip
      slip={{ order, lines: [], added: [] } as unknown as Parameters<typeof PackingSlip>[0]['slip']}
      responsiblePerson={responsiblePerson}
    />,
  )
}

test.each([
  ['DE', '10119'],
  ['IE', ''],
  ['GB', 'BT1 5GS'],
  ['GB', 'bt15gs'],
])('the slip of a parcel to %s %s names the manufacturer and the responsible person', (country, postcode) => {
  const slip = slipTo(country, postcode, person)
  expect(slip).toContain(`Manufacturer: ${[shop.trader.name, ...shop.trader.address, shop.email].join(', ')}.`)
  expect(slip).toContain('EU responsible person: Maeve Byrne, 2 Main Street, Cork, maeve@example.com.')
  expect(slipTo(country, postcode, { ...person, isExample: true })).toContain('EU responsible person (an example):')
  const without = slipTo(country, postcode, null)
  expect(without).toContain('Manufacturer:')
  expect(without).not.toContain('responsible person')
})

test.each([
  ['GB', 'HX7 8AD'],
  ['GB', 'B1 1TB'],
  ['US', '10001'],
  ['NO', '0150'],
])('the slip of a parcel to %s %s does not', (country, postcode) => {
  expect(slipTo(country, postcode, person)).not.toMatch(/Manufacturer|responsible person/)
})

test('the slip of one of several parcels says which it is, and whether more is to come', () => {
  const slipOrder = {
    product_name: 'Mary Dress',
    product_size: '10-12',
    order_number: 'TKW-1',
    created_at: '2026-11-28T12:00:00Z',
  }
  const of = (parcel: object | null) =>
    renderToStaticMarkup(
      <PackingSlip slip={{ order: slipOrder, lines: [], added: [], parcel } as never} responsiblePerson={null} />,
    )
  expect(of({ place: 1, of: null })).toMatch(/>Parcel 1<.*The rest of your order follows in another parcel\./)
  expect(of({ place: 2, of: 2 })).toContain('>Parcel 2 of 2<')
  for (const parcel of [{ place: 2, of: 2 }, null]) expect(of(parcel)).not.toContain('The rest of your order')
  for (const parcel of [{ place: 1, of: 1 }, null]) expect(of(parcel)).not.toContain('Parcel 1')
})
