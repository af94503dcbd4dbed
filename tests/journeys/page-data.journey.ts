import type { Page } from '@playwright/test'
import { withAnotherShop } from './another-shop.ts'
import { expect, test } from './shop.ts'

test('the shop’s page sends no garment and no choice twice, and its script reads from the HTML what it was rendered from', async ({
  page,
}) => {
  // A separate shop: other journeys add products to the fourteen.
  await withAnotherShop({}, async (url) => {
    const response = await page.goto(`${url}/shop`)
    const [, data = ''] = /id="page-data">(.*?)<\/script>/s.exec((await response?.text()) ?? '') ?? []
    expect(data).toContain('14 garments')
    for (const shown of ['Anna Linen Dress', 'To the calf', 'product-images']) expect(data).not.toContain(shown)
    expect(await differences(page, 'main .card')).toEqual([])

    await page.locator('summary', { hasText: 'Colour' }).click()
    // On a phone only, and once React is there.
    await expect(page.locator('.filter', { hasText: 'Show 14 garments' }).first()).toBeAttached()
    expect(await differences(page, '.choices')).toEqual([])
    const rendered = await cards(page)
    const sage = page.getByRole('checkbox', { name: /^Green/ })
    await sage.check()
    await expect(page.locator('#found')).toHaveText('2 garments')
    await sage.uncheck()
    await expect(page.locator('#found')).toHaveText('14 garments')
    // Rendered from the data of a navigation.
    expect(await cards(page)).toEqual(rendered)
    expect(await differences(page, '.choices')).toEqual([])

    await page.goto(`${url}/shop?q=xyzzyplugh`)
    expect(await differences(page, 'main .card')).toEqual([])
    await page.goto(`${url}/`)
    expect(await differences(page, 'main .card')).toEqual([])
  })
})

/** The elements of the cards with their attributes and texts, without the hearts, which come at the first move. */
function cards(page: Page): Promise<string[]> {
  return page.locator('main .card > :not(button), main .card > :not(button) *').evaluateAll((parts) =>
    parts.map(({ localName, attributes, childElementCount, textContent }) => {
      const written = Array.from(attributes, ({ name, value }) => `${name}=${value.replace(/(?<=:) |;$/g, '')}`)
      return [localName, ...written.sort(), childElementCount ? '' : textContent].join(' ')
    }),
  )
}

/** Where an attribute or a text of these elements is not what React has rendered it from. */
function differences(page: Page, selector: string): Promise<string[]> {
  return page.evaluate((selected) => {
    const names: Record<string, string> = { className: 'class', srcSet: 'srcset', fetchPriority: 'fetchpriority' }
    const rendered = [...document.querySelectorAll<HTMLElement>(`${selected}, ${selected} *`)]
    if (rendered.length < 20) return [`${rendered.length} elements`]

    function hasValue(element: HTMLElement, name: string, value: unknown): boolean {
      if (name === 'defaultChecked') return (element as HTMLInputElement).defaultChecked === value
      if (name === 'children') return typeof value !== 'string' || element.textContent === value
      if (typeof value === 'function' || name === 'suppressHydrationWarning') return true
      const written = element.getAttribute(names[name] ?? name)
      if (value === undefined || value === false) return written === null
      if (name !== 'style') return written === (value === true && name === 'disabled' ? '' : String(value))
      return (
        written ===
        Object.entries(value as object)
          .flatMap((pair) => pair.join(':'))
          .join(';')
      )
    }

    return rendered.flatMap((element) => {
      const key = Object.keys(element).find((name) => name.startsWith('__reactProps$'))
      const given = Object.entries((key && Reflect.get(element, key)) || { none: true })
      return given
        .filter(([name, value]) => !hasValue(element, name, value))
        .map(([name, value]) => `${element.outerHTML.slice(0, 200)}: ${name} is ${JSON.stringify(value)}`)
    })
  }, selector)
}
