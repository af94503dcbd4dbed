import { expect, test } from 'vitest'
import { DeliveryAddress } from './delivery-address.ts'

const address = {
  shipping_address: '7 Chapel Lane',
  shipping_city: 'York',
  shipping_postcode: 'yo17hh',
  shipping_country: 'GB',
}

test('a corrected street needs no invented postcode where a country has none', () => {
  for (const shipping_country of ['NG', 'KE', 'BB', 'GH', 'AE']) {
    const abroad = { ...address, shipping_country, shipping_postcode: '' }
    expect(DeliveryAddress.safeParse(abroad)).toMatchObject({ success: true, data: abroad })
  }
  expect(DeliveryAddress.safeParse({ ...address, shipping_postcode: '' }).error?.issues).toMatchObject([
    { path: ['shipping_postcode'], message: 'Enter the postcode' },
  ])
})

test('the postcode of an island says its country, with the customs text of its e-mails', () => {
  expect(DeliveryAddress.parse(address)).toEqual({ ...address, shipping_postcode: 'YO1 7HH' })
  expect(DeliveryAddress.parse({ ...address, shipping_postcode: 'JE2\u00a03AB' })).toMatchObject({
    shipping_postcode: 'JE2 3AB',
    shipping_country: 'JE',
  })
})
