import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { notToNorthernIreland } from '#features/settings/delivery.ts'
import { defaultTerms } from '#features/settings/shop-terms.ts'
import { shop } from '#shop'
import { DeliverTo } from './cart-sums.tsx'

function fieldFor(country: string, deliversToNorthernIreland: boolean): string {
  const Component = () => <DeliverTo country={country} zones={shop.zones} />
  const Stub = createRoutesStub([{ id: 'root', path: '/', Component, loader: () => null }])
  const root = { terms: { ...defaultTerms, deliversToNorthernIreland } }
  return renderToStaticMarkup(<Stub hydrationData={{ loaderData: { root } }} />)
}

test('a shop that may not deliver to Northern Ireland says so where the United Kingdom is chosen', () => {
  expect(fieldFor('GB', false)).toContain(notToNorthernIreland)
  expect(fieldFor('GB', true)).not.toContain('Northern Ireland')
  expect(fieldFor('DE', false)).not.toContain('Northern Ireland')
})
