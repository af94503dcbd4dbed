import { named, signUp } from './account-holder.ts'
import { expectConfirmed, goToPayment, openCart, pay, putInCart } from './buyer.ts'
import { publicPages } from './public-pages.ts'
import { expect, test } from './shop.ts'
import { fillLogin } from './signing.ts'

const accountPages = ['/login', '/signup', '/auth', '/forgotten-password', '/new-password', '/confirm', '/account']

/** As Chromium where all cookies are blocked: the mere mention of a storage throws. */
function blockStorage(): void {
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, name, {
      get() {
        const text = `Failed to read the '${name}' property from 'Window': Access is denied for this document.`
        throw new DOMException(text, 'SecurityError')
      },
    })
}

/** As a browser whose disk or quota is used up. */
function fillStorage(): void {
  Storage.prototype.setItem = () => {
    throw new DOMException('Setting the value exceeded the quota.', 'QuotaExceededError')
  }
}

/** As Firefox with a damaged file: what is written cannot be read. */
function damageStorage(): void {
  Storage.prototype.getItem = () => {
    throw new DOMException('The file is corrupted.', 'NS_ERROR_FILE_CORRUPTED')
  }
}

const browsers = [
  ['with cookies blocked', blockStorage],
  ['with a full storage', fillStorage],
  ['with a damaged storage', damageStorage],
] as const

for (const [where, refuse] of browsers) {
  test(`${where} every public page can be read`, async ({ page }) => {
    test.slow()
    await page.context().addInitScript(refuse)
    for (const path of [...publicPages, ...accountPages, '/no-such-page', '/checkout/cancelled', '/admin']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
      await expect(page.getByRole('button', { name: /^Open cart/ }), path).toBeVisible()
    }
  })

  test(`${where} the shop sells for as long as the page is open, and says so`, async ({ page }) => {
    await page.context().addInitScript(refuse)
    await putInCart(page, { name: 'Mary Dress', size: '10-12' })
    const drawer = await openCart(page)
    await expect(drawer.getByText('so this cart lasts until you close or reload this page')).toBeVisible()
    const payment = await goToPayment(page)
    await payment.getByRole('link', { name: 'Cancel' }).click()
    await expect(payment.getByText('so we can’t show your cart here')).toBeVisible()
    await payment.close()
    const again = await goToPayment(page)
    await pay(again)
    await expectConfirmed(again)
    await page.bringToFront()
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await expect(page.getByRole('button', { name: 'Open cart, 0 items' })).toBeVisible()
  })

  test(`${where} a sign-in holds for as long as the page is open, and the form says so`, async ({ page, shop }) => {
    const holder = await signUp(page, shop)
    await page.context().addInitScript(refuse)
    await page.goto(`${named(shop)}/login`)
    await expect(page.getByText('so a sign-in lasts until you close or reload this page')).toBeVisible()
    await fillLogin(page, holder)
    await expect(page.getByText('You have been logged in successfully.')).toBeVisible()
    await page.getByRole('link', { name: 'Account', exact: true }).click()
    await expect(page.getByRole('main').getByText(holder.email).first()).toBeVisible()
    await page.getByRole('button', { name: 'Sign out' }).first().click()
    await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in', exact: true })).toBeVisible()
  })
}

test('a page whose frame fails ends at a document of its own, also at an address without a page', async ({
  browser,
  shop,
}) => {
  const context = await browser.newContext({ baseURL: shop.url })
  await context.addInitScript(() => {
    const listen = window.addEventListener
    window.addEventListener = (...given: Parameters<typeof listen>) => {
      if (given[0] === 'session-changed') throw new Error('The header fails')
      listen.apply(window, given)
    }
  })
  const page = await context.newPage()
  for (const path of ['/shop', '/no-such-page']) {
    await page.goto(path, { waitUntil: 'commit' })
    await expect(page.getByRole('heading', { name: 'We couldn’t show this page' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Return to Home' })).toHaveAttribute('href', '/')
    await expect(page).toHaveTitle('Something went wrong')
    await expect(page.getByRole('banner')).toHaveCount(0)
  }
  await context.close()
})

test('a page whose data cannot be read ends at that document, which opens it again', async ({ browser, shop }) => {
  const context = await browser.newContext({ baseURL: shop.url })
  const page = await context.newPage()
  await page.goto('/shop')
  await page.route('**/*.data*', (route) => route.fulfill({ status: 500, body: 'broken' }))
  await page
    .getByRole('main')
    .getByRole('link', { name: /Mary Dress/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { name: 'We couldn’t show this page' })).toBeVisible()
  await page.unroute('**/*.data*')
  await page.getByRole('link', { name: 'Try this page again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Mary Dress' })).toBeVisible()
  await context.close()
})
