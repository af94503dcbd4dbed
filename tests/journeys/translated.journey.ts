import { type Browser, expect, type Page } from '@playwright/test'
import { addOrder, named, openAccount, part, signIn, signUp } from './account-holder.ts'
import { openDashboard } from './admin-people.ts'
import { bought } from './bought.ts'
import { emailTo } from './mailbox.ts'
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

/** The visible text of a part, without the marks of the translation, and without what each page has of its own. */
async function read(page: Page, part: string): Promise<string> {
  const text = await page.locator(part).first().innerText()
  return text
    .replaceAll(/[«»]/g, '')
    .replaceAll(/TKW-[\w-]+|[\w-]+@example\.com|\b\d\d:\d\d\b/g, '…')
    .replaceAll(/\s+/g, ' ')
}

type Step = (page: Page) => Promise<unknown>

/** Takes the same steps on two pages, one of them translated, and expects the same text of `within` after each. */
async function expectSameTexts(
  browser: Browser,
  shop: ShopUnderTest,
  { open, steps, within = 'body' }: { open: Step; steps: Record<string, Step>; within?: string },
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
    await expect(async () => expect(await read(translated, within), name).toBe(await read(plain, within))).toPass({
      timeout: 15_000,
    })
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

test('on a translated order page a changed size and note are current, and so is the question before a cancellation', async ({
  browser,
  shop,
}) => {
  test.slow()
  const section = (page: Page) => page.getByRole('region', { name: 'Change your order' })
  const save = (page: Page) => section(page).getByRole('button', { name: 'Save' }).click()
  await expectSameTexts(browser, shop, {
    within: 'main',
    open: async (page) => {
      const { customer_email: email } = await bought(page, shop)
      const { text } = await emailTo(shop, email ?? '', /\/order\/[\w-]{48}/)
      await page.goto(/\/order\/[\w-]{48}/.exec(text)?.[0] ?? '')
    },
    steps: {
      size: (page) =>
        section(page)
          .getByRole('button', { name: /Change size or height/ })
          .click(),
      'no height': async (page) => {
        await section(page).locator('[name=size]').selectOption('12-14')
        await section(page).getByRole('textbox').fill('9 ft')
        await save(page)
      },
      'size saved': async (page) => {
        await section(page).getByRole('textbox').fill('5 ft 6')
        await save(page)
        await expect(section(page)).toContainText('12–14, height 168 cm')
      },
      note: async (page) => {
        await section(page)
          .getByRole('button', { name: /Add a note/ })
          .click()
        await section(page).getByRole('textbox').fill('For your birthday')
        await save(page)
        await expect(section(page)).toContainText('For your birthday')
      },
      'cancel it': (page) => page.getByRole('button', { name: /Cancel this order/ }).click(),
    },
  })
})

test('on a translated account page forms open, say what is wrong, and close', async ({ browser, shop }) => {
  await expectSameTexts(browser, shop, {
    within: 'main',
    open: async (page) => {
      const holder = await signUp(page, shop)
      await addOrder(shop, { email: holder.email, number: `TKW-${crypto.randomUUID().slice(0, 6).toUpperCase()}` })
      await signIn(page, shop, holder)
      await openAccount(page, shop)
      await expect(page.getByText('Mary Dress').first()).toBeVisible()
    },
    steps: {
      'a form': (page) => page.getByRole('button', { name: 'Change password' }).click(),
      'an empty form': (page) => page.getByLabel('New password').press('Enter'),
      'a wrong password': async (page) => {
        await page.getByLabel('Current password').fill('yellow linen curtains')
        await page.getByLabel('New password').fill('ten green velvet ribbons')
        await page.getByLabel('New password').press('Enter')
        await expect(page.getByLabel('Current password')).toBeFocused()
      },
      closed: (page) => page.locator('main form').getByRole('button', { name: 'Cancel' }).click(),
      'another form': (page) => page.getByRole('button', { name: 'Erase my account' }).click(),
    },
  })
})

test('on translated settings the countries and the banner are those that are chosen', async ({ browser, shop }) => {
  const europe = (page: Page) => part(page, 'Delivery').getByRole('checkbox', { name: /Europe/ })
  await expectSameTexts(browser, shop, {
    within: 'main',
    open: async (page) => {
      await openDashboard(page, shop)
      await page.goto(`${named(shop)}/admin/settings?section=all`)
      await expect(europe(page)).toBeVisible()
    },
    steps: {
      'no Europe': (page) => europe(page).uncheck(),
      Europe: (page) => europe(page).check(),
      'a long banner': (page) => part(page, 'Banner').getByLabel('Text').fill('Closed for Easter. '.repeat(4)),
      'a short banner': (page) => part(page, 'Banner').getByLabel('Text').fill('Closed'),
    },
  })
})

test('in an order’s dialog on a translated page of the back office edit, undo and status are current', async ({
  browser,
  shop,
}) => {
  test.slow()
  const dialog = (page: Page) => page.getByRole('dialog')
  await expectSameTexts(browser, shop, {
    within: '[role=dialog]',
    open: async (page) => {
      const { order_number } = await bought(page, shop)
      await openDashboard(page, shop)
      await page.goto(`${named(shop)}/admin?tab=orders&order=${order_number}`)
      await expect(dialog(page).getByRole('region', { name: 'Timeline' })).toBeVisible()
    },
    steps: {
      edit: (page) => dialog(page).getByRole('button', { name: 'Edit size, address and other details' }).click(),
      refused: async (page) => {
        await dialog(page).getByLabel('Size of Ruth Skirt').selectOption('12-14')
        await dialog(page).getByLabel('Postcode').fill('nowhere')
        await dialog(page).getByRole('button', { name: 'Save changes' }).click()
      },
      saved: async (page) => {
        await dialog(page).getByLabel('Postcode').fill('LS1 4AP')
        await dialog(page).getByRole('button', { name: 'Save changes' }).click()
        await expect(dialog(page).getByText('Size changed').first()).toBeVisible()
      },
      undone: (page) => dialog(page).getByRole('button', { name: /Undo/ }).click(),
      status: (page) =>
        dialog(page)
          .getByLabel(/Status of/)
          .selectOption({ value: 'processing' }),
    },
  })
})
