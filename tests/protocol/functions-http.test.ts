// @module-tag S21

import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CompleteShop, startCompleteShop } from '../fixtures/complete-shop.ts'

/**
 * Requests that a page of another site can make a visitor's browser send without a preflight: none of them reaches a
 * function.
 */
let shop: CompleteShop

beforeAll(async () => {
  shop = await startCompleteShop()
})
afterAll(() => shop[Symbol.asyncDispose]())

const changing = ['POST', 'PUT', 'PATCH', 'DELETE']
/** Mail programs send these, with a form body that the sender of the e-mail does not choose (RFC 8058). */
const oneClick = ['/functions/v1/unsubscribe', '/functions/v1/leave-waiting-list']
/** Forms of e-mail link pages, which work without JavaScript. */
const forms = [...oneClick, '/functions/v1/confirm-sign-up', '/functions/v1/confirm-waiting']

const foreign = [
  { Origin: 'https://evil.example' },
  { Origin: 'null' },
  { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' },
  { 'Sec-Fetch-Site': 'same-site' },
  { Origin: 'http://localhost:3000.evil.example' },
  { Origin: 'http://localhost:3000@evil.example' },
]
const simpleTypes = [
  'text/plain',
  'text/plain; charset=utf-8; application/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/jsonp',
  'application/json, text/plain',
  'application/octet-stream',
]

test('a body with another content type than JSON gets 415 at every function', async () => {
  const all = shop.routes('/functions/v1', changing).filter(({ path }) => !forms.includes(path))
  expect(all.length).toBeGreaterThan(30)
  for (const { method, url } of all) {
    for (const type of [...simpleTypes, null]) {
      const response = await fetch(shop.url + url, {
        method,
        body: new Blob(['{}']),
        ...(type !== null && { headers: { 'Content-Type': type } }),
      })
      expect([response.status, (await response.json()).code], `${url} ${type}`).toEqual([415, 'unsupported_media_type'])
    }
  }
})

test('a request without a body from a page of another site is refused at every function', async () => {
  const all = shop.routes('/functions/v1', changing).filter(({ path }) => !oneClick.includes(path))
  for (const { method, url } of all) {
    for (const headers of foreign) {
      const response = await fetch(shop.url + url, { method, headers })
      expect([response.status, (await response.json()).code], `${url} ${JSON.stringify(headers)}`).toEqual([
        403,
        'forbidden',
      ])
    }
  }
})

test('a form is accepted only from the shop’s own pages', async () => {
  for (const url of forms) {
    for (const headers of foreign) {
      const response = await fetch(shop.url + url, {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/x-www-form-urlencoded' },
        body: 'say=unsubscribed&token=x',
        redirect: 'manual',
      })
      expect(response.status, `${url} ${JSON.stringify(headers)}`).toBe(403)
    }
    const own = [
      { Origin: 'http://localhost:3000', 'Sec-Fetch-Site': 'same-origin' },
      { Origin: 'null', 'Sec-Fetch-Site': 'same-origin' },
      { Origin: 'http://localhost:3000' },
      { Origin: shop.url },
      {},
    ]
    for (const headers of own) {
      const response = await fetch(shop.url + url, {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/x-www-form-urlencoded' },
        body: 'say=unsubscribed&token=x',
        redirect: 'manual',
      })
      expect(response.status, `${url} ${JSON.stringify(headers)}`).toBe(303)
    }
  }
})

test('a mail program unsubscribes with one click, in either form encoding and with any headers about its origin', async () => {
  for (const url of oneClick) {
    for (const [type, body] of [
      ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
      [
        'multipart/form-data; boundary=x',
        '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--',
      ],
    ] as const) {
      for (const headers of [{}, { Origin: 'https://mail.example', 'Sec-Fetch-Site': 'cross-site' }]) {
        const response = await fetch(`${shop.url}${url}?token=none`, {
          method: 'POST',
          headers: { ...headers, 'Content-Type': type },
          body,
        })
        // The link is invalid, so the message is the function's own.
        expect([response.status, (await response.json()).message]).toEqual([
          400,
          'This link is incomplete or isn’t one of ours.',
        ])
      }
    }
  }
})

test('an unmodified client calls functions with a body and without one', async () => {
  const client = createClient(shop.url, shop.anonKey, { auth: { persistSession: false } })
  const withBody = await client.functions.invoke('list-place', { body: { token: 'x' } })
  expect(withBody.response?.status).toBe(400)
  expect(await withBody.response?.json()).toMatchObject({ message: 'This link is incomplete or isn’t one of ours.' })
  const bare = await client.functions.invoke('export-my-data', { method: 'POST' })
  expect(bare.response?.status).toBe(401)
  const { data } = await client.functions.invoke('shop-terms', { method: 'GET' })
  expect(data).toHaveProperty('zones')
})
