import type { Page } from '@playwright/test'
import { withAnotherShop } from './another-shop.ts'
import { openCart, putInCart } from './buyer.ts'
import { expect, test } from './shop.ts'

type Fields = Record<string, string | null>

/** The autocomplete values of a part of a page, by field label. `html`: the page as text instead of the open one. */
function fillsIn(page: Page, { html, within = 'main' }: { html?: string; within?: string } = {}): Promise<Fields> {
  return page.evaluate(
    ({ html, within }) => {
      const document = html === undefined ? window.document : new DOMParser().parseFromString(html, 'text/html')
      const typed = 'input:not([type=hidden], [type=checkbox], [type=radio], [type=submit], [hidden]), select, textarea'
      const fields = [...document.querySelectorAll<HTMLInputElement>(`:is(${within}) :is(${typed})`)]
      return Object.fromEntries(
        fields.map((field) => [
          (field.ariaLabel ?? field.labels?.[0]?.textContent ?? '').trim(),
          field.getAttribute('autocomplete'),
        ]),
      )
    },
    { html, within },
  )
}

/**
 * The autocomplete value of each field, by page. Fields without personal data have `off`; a choice or a message has
 * none (null).
 */
const inPages: Record<string, Fields> = {
  '/': { 'Your e-mail': 'email' },
  '/shop': { 'Search the shop': 'off', 'From £': 'off', 'To £': 'off', Sort: null },
  '/contact': {
    'What is it about?': null,
    'Order number, if you have one': 'off',
    'Your name': 'name',
    'Your e-mail': 'email',
    'Your message': null,
    'Leave this empty': 'off',
  },
  '/product/esther-gown': {
    'Your height (hemmed free)': 'off',
    'Your shoes': null,
    Quantity: 'off',
    Height: null,
    Shoes: null,
  },
  '/size-guide': { Bust: 'off', Waist: 'off', Hips: 'off', Garment: null, Height: null, Shoes: null },
  '/login': { 'E-mail': 'username', Password: 'current-password' },
  '/auth': { 'E-mail': 'username', Password: 'current-password' },
  '/signup': { 'E-mail': 'username', Password: 'new-password', 'Confirm password': 'new-password' },
  '/forgotten-password': { 'E-mail': 'username' },
  '/new-password': { 'New password': 'new-password' },
  '/confirm': { 'E-mail': 'username', 'Six-digit code': 'one-time-code', 'Your password': 'new-password' },
}

test('every field has its autocomplete value, and every page declares its language', async ({ page }) => {
  await putInCart(page, { name: 'Ruth Skirt', size: '10-12' })
  await openCart(page)
  expect(await fillsIn(page, { within: '[role=dialog]' })).toEqual({
    'Discount code': 'off',
    'Deliver to': 'shipping country',
  })
  // The shop's own pages parse no text that has tags.
  const blank = await page.context().newPage()
  for (const [path, fields] of Object.entries(inPages)) {
    const html = await (await page.request.get(path)).text()
    expect(html, path).toMatch(/^<!DOCTYPE html><html lang="en-GB"/)
    expect(await fillsIn(blank, { html }), path).toEqual(fields)
    expect(await fillsIn(blank, { html, within: 'header' }), path).toEqual({ 'Search the shop': 'off' })
  }
})

test('a live shop shows nothing of a rehearsal, whatever the spelling of its URL', async ({ page }) => {
  const live = {
    SHOP_MODE: 'live',
    WORKER: 'off',
    SITE_URL: 'https://shop.example',
    TRUST_PROXY: '0',
    RATE_LIMITS: 'true',
    STRIPE_SECRET_KEY: 'sk_live_ofnobody',
    STRIPE_WEBHOOK_SECRET: 'whsec_ofnobody',
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'The Shop <hello@shop.example>',
  }
  const ofRehearsals = ['/dev', '/dev/ui', '/dev/ui.data', '/dev/mailbox', '/test-payment/cs_test_1']
  const otherwiseSpelt = ['/DEV/UI', '/Dev/ui/', '/DEV/ui.data', '/%64ev/ui', '/dev//ui', '/DEV.data']
  expect((await page.request.get('/dev/ui')).status()).toBe(200)
  await withAnotherShop(live, async (url) => {
    expect((await page.request.get(`${url}/shop`)).status()).toBe(200)
    for (const path of [...ofRehearsals, ...otherwiseSpelt]) {
      expect((await page.request.get(url + path)).status(), path).toBe(404)
    }
  })
})
