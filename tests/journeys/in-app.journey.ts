import { expectConfirmed, keptCart, openCart, pay, putInCart } from './buyer.ts'
import { expect, test } from './shop.ts'

/** What `window.open` does in the browsers of apps, which have one view. */
const oneView: [string, () => void][] = [
  [
    'loads the address in the same view and returns it',
    () => {
      window.open = (url) => {
        location.href = String(url)
        return window
      }
    },
  ],
  [
    'loads the address in the same view and returns null',
    () => {
      window.open = (url) => {
        location.href = String(url)
        return null
      }
    },
  ],
  [
    'returns null',
    () => {
      window.open = () => null
    },
  ],
  [
    'throws',
    () => {
      window.open = () => {
        throw new Error('Not supported')
      }
    },
  ],
  [
    'returns an object without a document',
    () => {
      window.open = () => ({ closed: false }) as Window
    },
  ],
  [
    'returns an object with a document, which cannot be closed',
    () => {
      const page = document.implementation.createHTMLDocument()
      window.open = () => ({ closed: false, document: page }) as Window
    },
  ],
  [
    'returns an object that does nothing',
    () => {
      const page = document.implementation.createHTMLDocument()
      const doNothing = () => undefined
      window.open = () =>
        ({ closed: false, document: page, close: doNothing, location: { replace: doNothing } }) as never
    },
  ],
  [
    'returns a frame of the page',
    () => {
      window.open = () => document.body.appendChild(document.createElement('iframe')).contentWindow
    },
  ],
  [
    'opens a tab that the browser closes at once',
    () => {
      const { open } = window
      window.open = (...target) => {
        const tab = open.apply(window, target)
        setTimeout(() => tab?.close())
        return tab
      }
    },
  ],
  [
    'does not exist',
    () => {
      Object.assign(window, { open: undefined })
    },
  ],
]

const busy = { code: 'busy', message: 'The shop is busy. Please try again.' }

for (const [what, standIn] of oneView) {
  test(`checkout works where window.open ${what}, also at the second press`, async ({ page }) => {
    await page.addInitScript(standIn)
    await putInCart(page, { name: 'Mary Dress', size: '10-12' })
    const drawer = await openCart(page)
    const checkout = drawer.getByRole('button', { name: 'Checkout with Stripe' })
    await page.route('**/functions/v1/create-stripe-checkout', (route) => route.fulfill({ status: 503, json: busy }), {
      times: 1,
    })
    await checkout.click()
    await expect(page.getByText(busy.message)).toBeVisible()
    await expect(drawer.getByText('Mary Dress')).toBeVisible()
    await checkout.click()
    await page.waitForURL(/\/test-payment\//)
    await pay(page)
    await expectConfirmed(page)
    await expect.poll(() => keptCart(page)).toEqual([])
  })
}

const instagram =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/22B83 Instagram 358.0.0.18.94 (iPhone14,5; iOS 18_1)'

test('in Instagram the payment page opens in the same view, and no other address is loaded before it', async ({
  browser,
  shop,
}) => {
  const context = await browser.newContext({ baseURL: shop.url, userAgent: instagram })
  const page = await context.newPage()
  await page.addInitScript(() => {
    window.open = () => {
      throw new Error('A view would be lost')
    }
  })
  await putInCart(page, { name: 'Mary Dress', size: '10-12' })
  const drawer = await openCart(page)
  const opened: string[] = []
  page.on('framenavigated', (frame) => opened.push(new URL(frame.url()).pathname))
  await drawer.getByRole('button', { name: 'Checkout with Stripe' }).click()
  await page.waitForURL(/\/test-payment\//)
  expect(opened).toEqual([expect.stringMatching(/^\/test-payment\//)])
  await page.goBack()
  await expect(page.getByRole('button', { name: 'Open cart, 1 item' })).toBeVisible()
  await context.close()
})
