import { type Browser, expect, type Page } from '@playwright/test'
import { named } from './account-holder.ts'
import { listenForErrors, type ShopUnderTest, test } from './shop.ts'

/** Translates as Chrome does: a `<font>` in the place of each text, also of the texts that appear later. */
function translate(): void {
  const skipped = 'script, style, noscript, textarea, svg, font'
  function translateIn(root: Node): void {
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const found: Text[] = []
    if (root instanceof Text) found.push(root)
    while (texts.nextNode()) found.push(texts.currentNode as Text)
    for (const text of found) {
      if (!text.data.trim() || !text.parentElement || text.parentElement.closest(skipped)) continue
      const [outer, inner] = [document.createElement('font'), document.createElement('font')]
      inner.textContent = `«${text.data}»`
      outer.append(inner)
      text.replaceWith(outer)
    }
  }
  translateIn(document.body)
  new MutationObserver((records) => {
    for (const { addedNodes, target, type } of records) {
      if (type === 'characterData' && target.isConnected) translateIn(target)
      for (const node of addedNodes) if (node.isConnected) translateIn(node)
    }
  }).observe(document.body, { childList: true, subtree: true, characterData: true })
}

/** The visible text, without the marks of the translation. */
function read(page: Page): Promise<string> {
  return page.evaluate(() => document.body.innerText.replace(/[«»]/g, '').replace(/\s+/g, ' '))
}

type Step = (page: Page) => Promise<unknown>

/** Takes the same steps on two pages, one of them translated, and expects the same text after each. */
async function expectSameTexts(
  browser: Browser,
  shop: ShopUnderTest,
  { open, steps }: { open: Step; steps: Record<string, Step> },
) {
  const wrong: string[] = []
  const [plain, translated] = await Promise.all(
    [0, 1].map(async () => {
      const context = await browser.newContext({ baseURL: named(shop), reducedMotion: 'reduce' })
      const page = await context.newPage()
      listenForErrors(page, wrong)
      await open(page)
      return page
    }),
  )
  if (!plain || !translated) throw new Error('Two pages were opened')
  await translated.evaluate(translate)
  for (const [name, step] of Object.entries(steps)) {
    for (const page of [plain, translated]) {
      await page.bringToFront()
      await step(page)
    }
    await expect(async () => expect(await read(translated), name).toBe(await read(plain))).toPass({ timeout: 15_000 })
  }
  expect(await translated.locator('font').count()).toBeGreaterThan(20)
  // React renders a part again whose texts were replaced before its script arrived, and reports that.
  expect(wrong.filter((text) => !text.includes('React error #418'))).toEqual([])
  for (const page of [plain, translated]) await page.context().close()
}

const drawer = (page: Page) => page.getByRole('dialog', { name: 'Your Cart' })

test('on a translated product page and in its cart every value is current', async ({ browser, shop }) => {
  test.slow()
  await shop.rows("insert into discount_codes (code, percent) values ('FONT15', 15)")
  const quantity = (page: Page, name: string) =>
    drawer(page)
      .getByRole('button', { name: `${name} quantity` })
      .first()
      .click()
  const code = (text: string) => async (page: Page) => {
    await drawer(page).getByLabel('Discount code').fill(text)
    await drawer(page).getByRole('button', { name: 'Apply' }).click()
    await expect(drawer(page).getByText(/Discount \(/)).toBeVisible()
  }
  await expectSameTexts(browser, shop, {
    open: async (page) => {
      await page.goto('/product/mary-dress')
      await page.mouse.wheel(0, 1)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    },
    steps: {
      'no size': (page) => page.locator('#sizes').getByRole('button', { name: 'Add to Cart' }).click(),
      size: (page) => page.locator('#sizes [value="10-12"]').check(),
      'another size': (page) => page.locator('#sizes [value="12-14"]').check(),
      added: async (page) => {
        await page.locator('#sizes').getByRole('button', { name: 'Add to Cart' }).click()
        await expect(page.getByRole('button', { name: 'Open cart, 1 item' })).toBeAttached()
      },
      cart: async (page) => {
        await page.getByRole('button', { name: /^Open cart/ }).click()
        await expect(
          drawer(page)
            .getByText(/Klarna/)
            .first(),
        ).toBeVisible()
      },
      more: (page) => quantity(page, 'Increase'),
      'yet more': (page) => quantity(page, 'Increase'),
      less: (page) => quantity(page, 'Decrease'),
      France: (page) => drawer(page).getByLabel('Deliver to').selectOption('FR'),
      America: (page) => drawer(page).getByLabel('Deliver to').selectOption('US'),
      Australia: (page) => drawer(page).getByLabel('Deliver to').selectOption('AU'),
      home: (page) => drawer(page).getByLabel('Deliver to').selectOption('GB'),
      'another service': (page) =>
        drawer(page)
          .getByRole('radio', { name: /Tracked 24/ })
          .check(),
      code: code('FONT15'),
      'gift note': async (page) => {
        await drawer(page).getByRole('button', { name: 'Add a gift note' }).click()
        await drawer(page)
          .getByRole('textbox', { name: /gift note/i })
          .fill('With love')
      },
      'no garment': (page) => drawer(page).getByRole('button', { name: 'Remove' }).first().click(),
      closed: (page) => page.keyboard.press('Escape'),
    },
  })
})

test('a translated list and the pages after it show what was chosen', async ({ browser, shop }) => {
  await expectSameTexts(browser, shop, {
    open: (page) => page.goto('/shop'),
    steps: {
      'a garment': async (page) => {
        await page
          .getByRole('main')
          .getByRole('link', { name: /Mary Dress/ })
          .first()
          .click()
        await expect(page.getByRole('heading', { level: 1, name: 'Mary Dress' })).toBeVisible()
      },
      back: async (page) => {
        await page.goBack()
        await expect(page).toHaveURL('/shop')
      },
      FAQ: async (page) => {
        await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'FAQ' }).click()
        await expect(page).toHaveURL('/faq')
      },
      'an empty form': async (page) => {
        await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Contact' }).click()
        await page.getByRole('main').getByRole('button', { name: /Send/ }).click()
      },
    },
  })
})
