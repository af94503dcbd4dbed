// @module-tag S3

import Stripe from 'stripe'
import { describe, expect, test } from 'vitest'
import { AppError } from '#platform/http/errors/app-error.ts'
import { signBody } from '../event-signature.ts'
import type { PaymentEvent } from '../provider.ts'
import { readEvent, subscribedEventTypes } from './read-event.ts'

const now = new Date('2026-11-21T12:00:00Z')
const secret = 'whsec_the_right_one'
const keys = { secrets: ['whsec_the_old_one', secret], isLive: false, now }
const orderId = '0b9f5a52-6f0e-4c0a-9a5c-1f2e3d4c5b6a'
const session = { id: 'cs_test_1', object: 'checkout.session', payment_intent: 'pi_1', metadata: { order_id: orderId } }

function bodyOf(changes: object = {}, object: object = session): string {
  return JSON.stringify({
    id: 'evt_1',
    object: 'event',
    api_version: '2026-10-28.endive',
    type: 'checkout.session.completed',
    livemode: false,
    created: 1_795_262_400,
    data: { object },
    ...changes,
  })
}

function read(body: string, header: string | null = signBody(body, secret, now)): PaymentEvent {
  return readEvent(body, new Headers(header === null ? {} : { 'stripe-signature': header }), keys)
}

function isRefused(body: string, header?: string | null): boolean {
  try {
    read(body, header)
    return false
  } catch (error) {
    return error instanceof AppError && error.code === 'bad_request'
  }
}

const at = (seconds: number) => new Date(now.getTime() + seconds * 1000)

test('a correctly signed event names its page, payment and order', () => {
  expect(read(bodyOf())).toEqual({
    id: 'evt_1',
    type: 'checkout.session.completed',
    sessionId: 'cs_test_1',
    paymentId: 'pi_1',
    orderId,
    fraudWarning: null,
  })
})

test('the library’s signature and the shop’s are equal', () => {
  const timestamp = now.getTime() / 1000
  const header = Stripe.webhooks.generateTestHeaderString({ payload: bodyOf(), secret, timestamp })
  expect(header).toBe(signBody(bodyOf(), secret, now))
})

describe('an invalid signature is refused', () => {
  const body = bodyOf()
  const right = signBody(body, secret, now)
  const [stamp = '', mac = ''] = right.split(',')
  test.each<[string, string, string | null]>([
    ['that is missing', body, null],
    ['that is empty', body, ''],
    ['by another secret', body, signBody(body, 'whsec_other', now)],
    ['by an empty secret', body, signBody(body, '', now)],
    ['of another body', body, signBody(`${body} `, secret, now)],
    ['when a byte of the body differs', body.replace('completed', 'cOmpleted'), right],
    ['when the body was written anew', JSON.stringify(JSON.parse(body), null, 1), right],
    ['when the body has one more line', `${body}\n`, right],
    ['301 s old', body, signBody(body, secret, at(-301))],
    ['301 s in the future', body, signBody(body, secret, at(301))],
    ['ten years in the future', body, signBody(body, secret, at(3.15e8))],
    ['with another time than it signed', body, right.replace(stamp, `t=${now.getTime() / 1000 - 1}`)],
    ['with two times', body, `${stamp},${right}`],
    ['without a time', body, mac],
    ['with a time that is none', body, `t=now,${mac}`],
    ['with a time of nothing', body, `t=0,${mac}`],
    ['of another scheme', body, right.replace('v1=', 'v0=')],
    ['with a byte changed', body, right.replace(/.$/, (last) => (last === '0' ? '1' : '0'))],
    ['cut short', body, right.slice(0, -2)],
    ['of an empty body', '', signBody('', secret, now)],
  ])('%s', (_, sent, header) => {
    expect(isRefused(sent, header)).toBe(true)
  })
})

test('a signature is valid for 300 s in either direction, with any of the secrets, and beside other signatures', {
  tags: ['E6', 'E7', 'E8'],
}, () => {
  for (const seconds of [-300, -299, 0, 299, 300])
    expect(isRefused(bodyOf(), signBody(bodyOf(), secret, at(seconds)))).toBe(false)
  expect(isRefused(bodyOf(), signBody(bodyOf(), 'whsec_the_old_one', now))).toBe(false)
  const [stamp, mac] = signBody(bodyOf(), secret, now).split(',')
  expect(isRefused(bodyOf(), `${stamp},v1=${'0'.repeat(64)},v0=abc,${mac}`)).toBe(false)
})

test('an event of the other mode is refused: a test payment does not count', { tags: ['P9'] }, () => {
  const body = bodyOf({ livemode: true })
  expect(isRefused(body)).toBe(true)
  const header = new Headers({ 'stripe-signature': signBody(body, secret, now) })
  expect(readEvent(body, header, { ...keys, isLive: true }).sessionId).toBe('cs_test_1')
  const test = bodyOf()
  const signed = new Headers({ 'stripe-signature': signBody(test, secret, now) })
  expect(() => readEvent(test, signed, { ...keys, isLive: true })).toThrow(AppError)
})

test.each(['null', '[]', '{}', '"text"', 'no JSON', bodyOf({ id: 'a b' }), bodyOf({ data: {} }), bodyOf({ type: 5 })])(
  'what is signed but no event is refused: %s',
  (body) => {
    expect(isRefused(body)).toBe(true)
  },
)

test('an event of another account, of an unknown type or about an unknown object has no ids', { tags: ['P9'] }, () => {
  const nothing = { sessionId: null, paymentId: null, orderId: null, fraudWarning: null }
  expect(read(bodyOf({ account: 'acct_other' }))).toMatchObject({ id: 'evt_1', ...nothing })
  expect(read(bodyOf({ type: 'invoice.paid' }))).toMatchObject({ type: 'invoice.paid', ...nothing })
  expect(read(bodyOf({}, { object: 'balance' }))).toMatchObject(nothing)
})

test('an event of an older API version is read if it has the needed fields', { tags: ['E4'] }, () => {
  for (const version of ['2020-08-27', '2023-10-16', '2025-03-31.basil', null])
    expect(read(bodyOf({ api_version: version }))).toMatchObject({ sessionId: 'cs_test_1', orderId })
})

test('a reference that the shop did not write is ignored', () => {
  for (const order_id of ['TKW-1', '', 5, null, `${orderId}'; drop table`])
    expect(read(bodyOf({}, { ...session, metadata: { order_id } })).orderId).toBeNull()
  const link = { ...session, metadata: {}, client_reference_id: orderId }
  expect(read(bodyOf({}, link)).orderId).toBeNull()
})

test.each<[string, object, Partial<PaymentEvent>]>([
  [
    'charge.refunded',
    { id: 'ch_1', object: 'charge', payment_intent: 'pi_1', metadata: { order_id: orderId } },
    { sessionId: null, paymentId: 'pi_1', orderId },
  ],
  ['refund.failed', { id: 're_1', object: 'refund', payment_intent: 'pi_1', metadata: {} }, { paymentId: 'pi_1' }],
  ['charge.refund.updated', { id: 're_1', object: 'refund', payment_intent: null }, { paymentId: null, orderId: null }],
  ['charge.dispute.created', { id: 'dp_1', object: 'dispute', payment_intent: 'pi_1' }, { paymentId: 'pi_1' }],
  ['charge.dispute.closed', { id: 'dp_1', object: 'dispute', payment_intent: { id: 'pi_2' } }, { paymentId: 'pi_2' }],
  [
    'radar.early_fraud_warning.created',
    { id: 'issfr_1', object: 'radar.early_fraud_warning', payment_intent: 'pi_1', fraud_type: 'unauthorized_use' },
    { paymentId: 'pi_1', fraudWarning: { id: 'issfr_1', kind: 'unauthorized_use' } },
  ],
])('%s names its payment', (type, object, expectedIds) => {
  expect(subscribedEventTypes).toContain(type)
  expect(read(bodyOf({ type }, object))).toMatchObject({ type, sessionId: null, ...expectedIds })
})
