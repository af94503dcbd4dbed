import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isDeclined, readForm, validateForm } from './payment-form.ts'

const formRules = {
  countries: ['GB', 'JE'],
  deliveryOptions: [
    { id: 'post', label: 'Post', pricePence: 450, transit: '2 days' },
    { id: 'free', label: 'Free', pricePence: 0, transit: '3 days' },
  ],
  goodsPence: 8900,
  now: new Date('2026-11-21T12:00:00Z'),
}
const right = {
  email: 'ruth@example.com',
  name: 'Ruth Moab',
  phone: '',
  address: '1 Barley Row',
  city: 'Leeds',
  postcode: 'ls1 4ap',
  country: 'GB',
  delivery: 'post',
  card: '4242 4242 4242 4242',
  expiry: '12 / 34',
  cvc: '123',
}

function problems(changes: Partial<typeof right>, goodsPence = formRules.goodsPence): string[] {
  const form = validateForm(readForm({ ...right, ...changes }), { ...formRules, goodsPence })
  return Object.keys(form.problems ?? {})
}

test('a valid form gives the customer and the delivery service', () => {
  const form = validateForm(readForm(right), formRules)
  expect(form).toMatchObject({ problems: null, delivery: { id: 'post' }, customer: { phone: null } })
  expect(form).toMatchObject({ customer: { address: { postcode: 'LS1 4AP', line2: null } } })
})

test('phones, postcodes and numbers are taken as people type and paste them', () => {
  const changes = {
    phone: '+44 (0)7700.900\u2011123',
    postcode: '\u202aje23ab\u00a0',
    card: '4242\u00a04242\u00a04242\u00a04242',
  }
  const form = validateForm(readForm({ ...right, ...changes, email: '<ruth@example.com>' }), formRules)
  expect(form).toMatchObject({
    customer: {
      email: 'ruth@example.com',
      phone: '+44 (0)7700.900-123',
      address: { postcode: 'JE2 3AB', country: 'JE' },
    },
  })
  expect(problems({ phone: '01422/555 0123' })).toEqual([])
})

test.each([
  ['email', 'ruth'],
  ['email', 'ruth@example.com, evil@example.com'],
  ['name', '   '],
  ['phone', 'call me'],
  ['address', ''],
  ['city', ''],
  ['postcode', '12345'],
  ['country', 'FR'],
  ['country', ''],
  ['delivery', 'pigeon'],
  ['card', '4111 1111 1111 1111'],
  ['card', ''],
  ['expiry', '10/26'],
  ['expiry', '13/30'],
  ['expiry', 'soon'],
  ['cvc', '12'],
])('an invalid %s has its error at that field: “%s”', (field, value) => {
  expect(problems({ [field]: value })).toEqual([field])
})

test('a card that expires this month is valid, in any usual spelling', () => {
  for (const expiry of ['11/26', '11 / 26', '1126', '11/2026']) expect(problems({ expiry })).toEqual([])
})

test('a free order needs no card', () => {
  expect(problems({ card: '', expiry: '', cvc: '', delivery: 'free' }, 0)).toEqual([])
  expect(problems({ card: '', expiry: '', cvc: '', delivery: 'post' }, 0)).toEqual(['card', 'expiry', 'cvc'])
})

test('the declining card is valid and does not pay', () => {
  expect(problems({ card: '4000000000000002' })).toEqual([])
  expect(isDeclined(readForm({ card: '4000 0000 0000 0002' }))).toBe(true)
  expect(isDeclined(readForm(right))).toBe(false)
})

test('no form makes the validation throw, and no control character passes', () => {
  const anything = fc.dictionary(
    fc.constantFrom(...Object.keys(right)),
    fc.oneof(fc.anything(), fc.string({ unit: 'binary' })),
  )
  fc.assert(
    fc.property(anything, (form) => {
      const typed = readForm(form)
      validateForm(typed, formRules)
      for (const value of Object.values(typed)) expect(value).not.toMatch(/\p{Cc}|\p{Cs}/u)
    }),
  )
})
