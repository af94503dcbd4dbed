import { expect, test } from './shop.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

const pages = [
  '/',
  '/shop',
  '/product/deborah-coat',
  '/pre-order',
  '/samples',
  '/size-guide',
  '/about',
  '/faq',
  '/contact',
  '/returns-refunds',
]

test('on a phone every link and button of ten pages and of the menu is 44 px wide and high, except links in a sentence', async ({
  page,
}) => {
  for (const path of pages) {
    await page.goto(path, { waitUntil: 'networkidle' })
    expect.soft(await page.evaluate(smallTargets), path).toEqual([])
  }
  await page.getByLabel('Menu').click()
  expect(await page.evaluate(smallTargets), 'the menu').toEqual([])
})

/**
 * Runs in the page. The links and buttons that a finger of 44 px misses: neither is their box that large, nor does a
 * press that far above, below or beside their middle reach them. WCAG 2.5.8 leaves out links in a sentence.
 */
function smallTargets(): string[] {
  const side = 44
  const found: string[] = []
  for (const target of document.querySelectorAll<HTMLElement>('a[href], button, summary')) {
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
