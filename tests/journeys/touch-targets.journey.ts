import { bought } from './bought.ts'
import { expectConfirmed, goToPayment, openCart, pay, putInCart } from './buyer.ts'
import { emailTo } from './mailbox.ts'
import { publicPages } from './public-pages.ts'
import { expect, test } from './shop.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

const pages = [
  ...publicPages.filter((path) => path !== '/product/esther-gown'),
  ...['/shop?q=black+skirt', '/shop?q=bicycle', '/product/deborah-coat', '/maker', '/nowhere'],
  ...['/auth', '/login', '/signup', '/forgotten-password', '/new-password', '/confirm', '/account'],
  ...['/unsubscribe', '/confirm-sign-up', '/waiting-list', '/checkout/cancelled', '/order-choice'],
]

test('on a phone a finger hits every link, button and field of every page, except links in a sentence', async ({
  page,
}) => {
  test.slow()
  for (const path of pages) {
    await page.goto(path, { waitUntil: 'networkidle' })
    expect.soft(await page.evaluate(smallTargets), path).toEqual([])
  }
})

test('on a phone a finger hits everything in the menu, the filters and the pages of an order', async ({
  page,
  shop,
}) => {
  await page.goto('/returns-refunds')
  await page.getByLabel('Menu').click()
  expect.soft(await page.evaluate(smallTargets), 'the menu').toEqual([])
  await page.goto('/shop?size=10-12&colour=green')
  for (const group of ['Size', 'Length', 'Colour', 'Details', 'Price']) {
    await page.getByRole('main').locator('summary', { hasText: group }).click()
    await expect(page.getByRole('button', { name: /^Show \d+ garments?$/ })).toBeVisible()
    expect.soft(await page.evaluate(smallTargets), group).toEqual([])
  }
  const order = await bought(page, shop)
  const { text } = await emailTo(shop, order.customer_email ?? '', /\/order\/[\w-]{48}/)
  await page.goto(/\/order\/[\w-]{48}/.exec(text)?.[0] ?? '', { waitUntil: 'networkidle' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect.soft(await page.evaluate(smallTargets), 'the order').toEqual([])
  await putInCart(page, { name: 'Mary Dress', size: '10-12' })
  await openCart(page)
  const payment = await goToPayment(page)
  await pay(payment)
  await expectConfirmed(payment)
  expect.soft(await payment.evaluate(smallTargets), 'the success page').toEqual([])
})

/**
 * Runs in the page. The links, buttons and fields (a choice with its label) that a finger of 44 px misses: neither is their box that large, nor does a
 * press that far above, below or beside their middle reach them. WCAG 2.5.8 leaves out links in a sentence.
 */
function smallTargets(): string[] {
  const side = 44
  const found: string[] = []
  const all = 'a[href], button, summary, select, textarea, input:not([type=hidden], [tabindex="-1"])'
  for (const element of document.querySelectorAll<HTMLElement>(all)) {
    const isChoice = element.matches('[type=radio], [type=checkbox], [type=file]')
    const target = (isChoice && (element as HTMLInputElement).labels?.[0]) || element
    if (!target.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || isInSentence(target)) continue
    target.scrollIntoView({ block: 'center', behavior: 'instant' })
    const { left, top, width, height } = target.getBoundingClientRect()
    const isSeen = width > 1 && top + height > 0
    if (!isSeen || (width >= side && height >= side)) continue
    const reach = side / 2 - 0.5
    const isReached = [-reach, reach].every((by) => isAt(target, left + width / 2, top + height / 2 + by))
    const isBeside = [-reach, reach].every((by) => isAt(target, left + width / 2 + by, top + height / 2))
    if (isReached && isBeside) continue
    const name = target.getAttribute('aria-label') ?? target.textContent
    found.push(`${name?.trim().slice(0, 40)}: ${Math.round(width)} × ${Math.round(height)}`)
  }
  return found

  function isAt(target: Element, x: number, y: number): boolean {
    return target.contains(document.elementFromPoint(x, y))
  }

  /** Whether the words around it in its paragraph are more than other links. */
  function isInSentence(target: HTMLElement): boolean {
    if (getComputedStyle(target).display !== 'inline') return false
    const block = target.closest('p, li, dd, dt, td, address, figcaption, h1, h2, h3, h4')?.cloneNode(true)
    if (!(block instanceof HTMLElement)) return false
    for (const other of block.querySelectorAll('a, button')) other.remove()
    return /\p{L}{2}/u.test(block.textContent ?? '')
  }
}
