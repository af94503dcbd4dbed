import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decimalPounds, parsePounds, pence, penceFromPounds, sumPence } from '#base/money.ts'
import type { CartLine } from '#features/cart/cart-lines.ts'
import { cartSums } from '#features/cart/sums.ts'
import type { SessionRequest } from '#platform/payments/provider.ts'
import { couponParams, sessionParams } from '#platform/payments/stripe/session-params.ts'
import { shop } from '#shop'
import { pounds } from '#tests/fixtures/pounds.ts'
import type { Given } from '#tests/fixtures/stripe/form-body.ts'
import { couponCreate, sessionCreate } from '#tests/fixtures/stripe/session-parameters.ts'
import { totalsOf } from '#tests/fixtures/stripe/totals.ts'
import { type Terms, termsOf } from './cart-terms.ts'

const carts = 10_000
const countries = shop.zones.flatMap((zone) => zone.countries)
const orderedAt = new Date('2026-11-20T12:00:00Z')

type Cart = { lines: CartLine[]; percent: number; country: string }

const line = (unitPence: number, quantity: number): CartLine => ({
  id: randomUUID(),
  name: 'Mary Dress',
  size: '10-12',
  imageUrl: null,
  price: pounds(unitPence / 100),
  quantity,
})
const price = fc.oneof(
  fc.integer({ min: 0, max: 50_000 }),
  fc.integer({ min: 0, max: 60 }),
  fc.integer({ min: 1, max: 99_999 }).map((pounds) => Math.min(pounds * 10 + 9, 999_999)),
)
const anyLines = fc.array(fc.tuple(price, fc.integer({ min: 1, max: 20 })), { minLength: 1, maxLength: 6 })
// Around the threshold of free delivery, in one garment, in two, and in three equal ones.
const edges = fc
  .tuple(fc.constantFrom(11_997, 11_999, 12_000, 12_001, 12_003), fc.integer({ min: 1, max: 11_900 }), fc.nat(2))
  .map(([sum, first, kind]): [number, number][] => {
    if (kind === 0 || (kind === 2 && sum % 3)) return [[sum, 1]]
    return kind === 1
      ? [
          [first, 1],
          [sum - first, 1],
        ]
      : [[sum / 3, 3]]
  })
// The subtotal from which a percentage leaves just about the threshold.
const discountedEdges = fc.integer({ min: 1, max: 99 }).chain((percent) => {
  const subtotal = Math.round(12_000 / (1 - percent / 100))
  return fc
    .integer({ min: -2, max: 2 })
    .map((off) => ({ lines: [[Math.max(1, subtotal + off), 1]] as [number, number][], percent }))
})
const cart: fc.Arbitrary<Cart> = fc
  .tuple(
    fc.oneof(
      {
        weight: 6,
        arbitrary: fc.record({ lines: anyLines, percent: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 100 })) }),
      },
      { weight: 2, arbitrary: fc.record({ lines: edges, percent: fc.constantFrom(0, 0, 1, 10, 33) }) },
      { weight: 2, arbitrary: discountedEdges },
    ),
    fc.constantFrom(...countries),
  )
  .map(([{ lines, percent }, country]) => ({
    lines: lines.map(([unit, quantity]) => line(unit, quantity)),
    percent,
    country,
  }))

test('cart, order and Stripe request agree to the penny in 10,000 carts', () => {
  const seen = { free: 0, edge: 0, nothing: 0, discounted: 0, countries: new Set<string>() }
  fc.assert(
    fc.property(cart, ({ lines, percent, country }) => {
      const shown = cartSums(lines, { percent, country, zones: shop.zones })
      const terms = readTerms({ lines, percent, country })
      expect(shown).toMatchObject(asSums(terms))
      expect(sumPence(terms.lines.map((each) => each.discount))).toBe(shown.discount)
      expect(terms.lines.every((each) => each.discount <= each.unitPence * each.quantity)).toBe(true)
      expect(asCharged(keptAndAsked(terms))).toEqual(
        shown.services.map(({ id, pricePence, toPay }) => ({
          ...{ id, subtotal: shown.subtotal, discount: shown.discount, shipping: pricePence, total: toPay },
        })),
      )
      seen.free += shown.services.some((service) => service.pricePence === 0) ? 1 : 0
      seen.edge += Math.abs(shown.total - 12_000) <= 1 ? 1 : 0
      seen.nothing += shown.total === 0 ? 1 : 0
      seen.discounted += shown.discount > 0 ? 1 : 0
      seen.countries.add(country)
    }),
    { numRuns: carts },
  )
  // The random carts cover every kind.
  expect(seen.countries.size).toBe(countries.length)
  for (const count of [seen.free, seen.edge, seen.nothing, seen.discounted]) expect(count).toBeGreaterThan(10)
})

function readTerms({ lines, percent, country }: Cart): Terms {
  const priced = lines.map(({ id, name, size, quantity, price: pounds }) => ({
    ...{
      productId: id,
      slug: 'mary',
      name,
      size,
      quantity,
      imageUrl: null,
      isPreorder: false,
      preorderLimit: null,
      preorderReason: null,
    },
    unitPence: parsePounds(pounds) ?? pence(0),
    making: {},
    pieceWork: 100,
    sizeAdvice: null,
    heightCm: null,
    heelCm: null,
  }))
  const discountCode = percent ? { code: 'CODE', percent } : null
  return termsOf({
    lines: priced,
    discountCode,
    country,
    orderedAt,
    settings: { zones: shop.zones, deliversToNorthernIreland: true, productionDays: 10, daysOff: [] },
    provider: 'test',
  })
}

function asSums({ subtotal, discount, services }: Terms) {
  const total = pence(subtotal - discount)
  return {
    ...{ subtotal, discount, total },
    services: services.map((service) => ({ ...service, toPay: pence(total + service.pricePence) })),
  }
}

/** The request built from the order's row, whose amounts are decimal texts in pounds. */
function keptAndAsked({ lines, discount, discountCode, services, country }: Terms): SessionRequest {
  const rounded = (amount: number) => penceFromPounds(pounds(decimalPounds(pence(amount))))
  const orderId = randomUUID()
  return {
    orderId,
    orderNumber: 'TKW-000000',
    lines: lines.map(({ name, size, unitPence, quantity }) => ({
      ...{ name, size, quantity, imageUrl: null },
      unitPence: rounded(unitPence),
    })),
    discount: discountCode ? { label: `Discount ${discountCode.code}`, amountPence: rounded(discount) } : null,
    deliveryOptions: services.map((service) => ({ ...service, pricePence: rounded(service.pricePence) })),
    countries: [country],
    idempotencyKey: orderId,
    expiresAt: orderedAt,
    successUrl: 'https://shop.test/checkout/success',
    cancelUrl: 'https://shop.test/shop',
    dispatchNote: 'Soon',
  }
}

/** What Stripe would charge with each delivery service, from the form-encoded parameters. */
function asCharged(request: SessionRequest) {
  const coupon = couponParams(request)
  const amount_off = coupon ? couponCreate(asForm(coupon), '').amount_off : undefined
  const page = sessionCreate(asForm(sessionParams(request, { coupon: coupon ? 'coupon' : null })), '')
  const subtotal = page.line_items.reduce((sum, each) => sum + each.price_data.unit_amount * each.quantity, 0)
  return (page.shipping_options ?? []).map(({ shipping_rate_data: { fixed_amount, metadata } }) => ({
    id: metadata?.service,
    ...totalsOf(subtotal, amount_off ? ({ amount_off } as never) : undefined, { fixed_amount } as never),
  }))
}

function asForm(value: unknown): Given {
  if (typeof value !== 'object' || value === null) return String(value)
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, asForm(each)]))
}
