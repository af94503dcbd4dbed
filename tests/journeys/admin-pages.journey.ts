import type { Page } from '@playwright/test'
import { expectAccessible, expectFits } from './accessible.ts'
import { named, signIn } from './account-holder.ts'
import { addAdministrator, openDashboard } from './admin-people.ts'
import { emailTo } from './mailbox.ts'
import { expect, type ShopUnderTest, test } from './shop.ts'
import { notices, tabTo } from './signing.ts'

// Each test puts the pages back as the shop came with them.
test.afterEach(async ({ shop }) => {
  await shop.rows(`delete from private.documents where own and path <> '/maker'`)
  await shop.rows(`delete from private.document_versions where published_by is not null`)
  await shop.rows(`update private.documents set draft = null, revision = revision + 1 where path <> '/maker'`)
})

const textIn = async ({ url }: ShopUnderTest, path: string) => (await fetch(url + path)).text()
const block = (page: Page, name: RegExp) => page.getByRole('button', { name, expanded: false }).first()
const blocks = (page: Page) => page.getByRole('list', { name: 'Blocks in order' }).getByRole('listitem')
const isSaved = (page: Page) => expect(page.getByText('Draft saved')).toBeVisible()
const editor = (page: Page, shop: ShopUnderTest, path: string) =>
  page.goto(`${named(shop)}/admin/pages/edit?path=${path}`)

test.describe('with a thumb', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } })

  test('at 390 px a block of About is added, written, moved and deleted, previewed and published, and taken back', async ({
    page,
    shop,
  }) => {
    test.slow()
    const words = `Thumbs ${crypto.randomUUID().slice(0, 8)}`
    await openDashboard(page, shop)
    await page.goto(`${named(shop)}/admin/pages`)
    await expectFits(page, [390])
    await expectAccessible(page)
    await page
      .getByRole('main')
      .getByRole('link', { name: /^About/ })
      .tap()
    await expect(blocks(page).first()).toBeVisible()
    const before = await blocks(page).count()
    await page.getByRole('button', { name: 'Add a block' }).tap()
    await page.getByRole('button', { name: /^Quote/ }).tap()
    await page.getByRole('textbox', { name: 'Quote' }).tap()
    await page.keyboard.insertText(words)
    await isSaved(page)
    await expectFits(page, [390])
    await expectAccessible(page)
    await page.getByRole('button', { name: `Move Quote ${before + 1} up` }).tap()
    await expect(page.getByRole('button', { name: `Move Quote ${before} up` })).toBeVisible()
    expect(await textIn(shop, '/about')).not.toContain(words)

    await isSaved(page)
    await page.getByRole('button', { name: 'Preview' }).tap()
    await expect(page.frameLocator('iframe').getByText(words)).toBeVisible()
    await page.getByRole('button', { name: 'Edit' }).tap()
    await page.getByRole('button', { name: 'Publish', exact: true }).tap()
    await page.getByRole('button', { name: 'Publish now' }).tap()
    await expect(notices(page).getByText('Shoppers see it now.')).toBeVisible()
    await expect.poll(() => textIn(shop, '/about')).toContain(words)

    await page.getByRole('button', { name: `Delete Quote ${before}` }).tap()
    await expect(blocks(page)).toHaveCount(before)
    await page.getByRole('button', { name: 'Undo', exact: true }).first().tap()
    await expect(blocks(page)).toHaveCount(before + 1)
  })
})

test('at 1280 px About is edited by keys alone: add, write, move, undo, delete', async ({ page, shop }) => {
  test.slow()
  await page.setViewportSize({ width: 1280, height: 900 })
  await openDashboard(page, shop)
  await editor(page, shop, '/about')
  await expect(blocks(page).first()).toBeVisible()
  const before = await blocks(page).count()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Add a block' }).focus()
  await page.keyboard.press('Enter')
  await tabTo(page, 'VerseA verse with its reference')
  await page.keyboard.press('Enter')
  await tabTo(page, 'Verse')
  await page.keyboard.type('She is clothed with strength and dignity')
  await isSaved(page)
  await expect(blocks(page)).toHaveCount(before + 1)
  const handle = page.getByRole('button', { name: `Drag Verse ${before + 1}` })
  await handle.focus()
  await page.keyboard.press('Space')
  await expect(page.getByText(`Picked up from place ${before + 1}`)).toBeAttached()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByText(`Over place ${before} of`)).toBeAttached()
  await page.keyboard.press('Space')
  await expect(page.getByRole('button', { name: `Drag Verse ${before}` })).toBeVisible()
  await page.getByRole('button', { name: `Drag Verse ${before}` }).focus()
  await page.keyboard.press('Control+z')
  await expect(page.getByRole('button', { name: `Drag Verse ${before + 1}` })).toBeVisible()
  await page
    .getByRole('button', { name: /^Verse/, expanded: false })
    .last()
    .focus()
  await page.keyboard.press('Enter')
  await tabTo(page, `Delete Verse ${before + 1}`)
  await page.keyboard.press('Enter')
  await expect(blocks(page)).toHaveCount(before)
  await isSaved(page)
})

test('a picture of Home arrives although its block is closed while it uploads', async ({ page, shop }) => {
  await openDashboard(page, shop)
  const sending = Promise.withResolvers<void>()
  await page.route('**/storage/v1/object/product-images/*', async (route) => {
    await sending.promise
    await route.continue()
  })
  await editor(page, shop, '/')
  await block(page, /^Picture/).click()
  await expect(page.getByText('beside the heading')).toBeVisible()
  await page.getByLabel('Picture', { exact: true }).setInputFiles('db/catalogue/pictures/ruth-skirt.jpg')
  await expect(page.getByText('Uploading')).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(blocks(page).getByText('Its picture isn’t here yet.')).toBeVisible()
  await block(page, /^Heading/).click()
  sending.resolve()
  await expect(blocks(page).getByText('Its picture isn’t here yet.')).toHaveCount(0)
  await block(page, /^Picture/).click()
  await expect(page.getByText('What is never cut off')).toBeVisible()
  await isSaved(page)
})

test('a link to a page that is not published is named before the page that has it is published, and does not hinder it', async ({
  page,
  shop,
}) => {
  await shop.rows(`insert into private.documents (path, own, draft)
    select '/our-linen', true, jsonb_set(draft, '{name}', '"Our linen"') from private.documents where path = '/maker'`)
  await shop.rows(`update private.documents set revision = revision + 1, draft =
      jsonb_set(content, '{lead}', '["Read about ", {"text": "our linen", "to": "/our-linen#weaving"}]')
    from private.document_versions as version where version.path = documents.path and documents.path = '/about'`)
  await openDashboard(page, shop)
  await editor(page, shop, '/about')
  const warned = page.getByRole('region', { name: 'Links to pages that aren’t published' })
  await expect(warned).toContainText('“Our linen”')
  await expect(warned).toContainText('It isn’t published yet: /our-linen')
  await expectFits(page, [390, 1280])
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Publish now' }).click()
  await expect(notices(page).getByText('Shoppers see it now.')).toBeVisible()
  await expect.poll(() => textIn(shop, '/about')).toContain('href="/our-linen#weaving"')
  expect((await fetch(`${shop.url}/our-linen`)).status).toBe(404)

  await editor(page, shop, '/our-linen')
  await page.getByRole('button', { name: 'Publish now' }).click()
  await expect(notices(page).getByText('Shoppers see it now.')).toBeVisible()
  await editor(page, shop, '/about')
  await expect(page.getByText('Shoppers see exactly this.')).toBeVisible()
  await expect(warned).toHaveCount(0)
})

test('two editors of one page see both versions, and who saved the other', async ({ page, shop, browser }) => {
  test.slow()
  await page.setViewportSize({ width: 1280, height: 900 })
  await openDashboard(page, shop)
  const other = await (await browser.newContext({ baseURL: shop.url })).newPage()
  const second = await addAdministrator(other, shop)
  await signIn(other, shop, second)
  for (const each of [page, other]) {
    await editor(each, shop, '/faq')
    await each.getByRole('button', { name: /^In the menu and search engines/ }).click()
  }
  await other.getByLabel('Name').fill('Questions of theirs')
  await isSaved(other)
  await page.getByLabel('Name').fill('Questions of mine')
  const notice = page.getByRole('region', { name: 'Someone else saved this first.' })
  await expect(notice.getByText('Questions of theirs')).toBeVisible()
  await expect(notice.getByText(second.email, { exact: false })).toBeVisible()
  await notice.getByRole('button', { name: 'Keep my changes' }).click()
  await isSaved(page)
  await expect
    .poll(() =>
      shop.rows<{ name: string }>(`select draft ->> 'name' as name from private.documents where path = '/faq'`),
    )
    .toEqual([{ name: 'Questions of mine' }])
  await other.close()
})

test('words that the law requires are named with the reason before the policy is published', async ({ page, shop }) => {
  test.slow()
  await openDashboard(page, shop)
  await editor(page, shop, '/returns-refunds')
  await block(page, /^Text.*14 days/s).click()
  const text = page.locator('.document-text').first()
  await text.click()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('We take nothing back.')
  await isSaved(page)
  await expect(page.getByText('These words are required by law')).toBeVisible()
  await page.getByRole('button', { name: 'Publish now' }).click()
  const question = page.getByRole('alertdialog', { name: 'This changes words that the law requires' })
  await expect(question).toContainText('Regulations 2013')
  await question.getByRole('button', { name: 'Go back' }).click()
  expect(await textIn(shop, '/returns-refunds')).not.toContain('We take nothing back.')
})

test('an own page is published at a time, is in the navigation, and its old address leads to the new one', async ({
  page,
  shop,
}) => {
  test.slow()
  const name = `Fabrics ${crypto.randomUUID().slice(0, 6)}`
  const address = name.toLowerCase().replace(' ', '-')
  await page.setViewportSize({ width: 1280, height: 900 })
  await openDashboard(page, shop)
  await page.goto(`${named(shop)}/admin/pages`)
  await page.getByRole('button', { name: 'New page' }).click()
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('In the navigation').selectOption('In the list at the bottom')
  await page.getByRole('button', { name: 'Create the page' }).click()
  await page.getByRole('button', { name: 'Add a block' }).click()
  await page.getByRole('button', { name: /^Text/ }).click()
  await page.getByRole('textbox', { name: 'Text' }).click()
  await page.keyboard.type('Linen from Ireland.')
  await isSaved(page)
  const later = '2099-01-05T09:00'
  await page.getByLabel('Or at a time').fill(later)
  await page.getByRole('button', { name: 'Publish then' }).click()
  await expect(page.getByText(/A version goes live on/)).toBeVisible()
  expect((await fetch(`${shop.url}/${address}`)).status).toBe(404)

  await page.getByRole('button', { name: 'Publish now' }).click()
  await expect(notices(page).getByText('Shoppers see it now.')).toBeVisible()
  await expect.poll(() => textIn(shop, `/${address}`)).toContain('Linen from Ireland.')
  await expect.poll(() => textIn(shop, '/about')).toContain(`href="/${address}"`)

  // A draft on top of a version that goes live later: without it, that version is the next one.
  const text = page.getByRole('textbox', { name: 'Text' })
  const type = async (words: string) => {
    await text.click()
    await page.keyboard.press('ControlOrMeta+End')
    await page.keyboard.type(words)
    await isSaved(page)
  }
  await type(' Wool from Wales.')
  await page.getByLabel('Or at a time').fill(later)
  await page.getByRole('button', { name: 'Publish then' }).click()
  await expect(page.getByText(/A version goes live on/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Discard the draft' })).toBeHidden()
  await type(' Silk from Macclesfield.')
  await page.getByRole('button', { name: 'Discard the draft' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard the draft' }).click()
  await expect(text).toHaveText('Linen from Ireland. Wool from Wales.')

  await page.getByLabel('Address', { exact: true }).fill(`our-${address}`)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(encodeURIComponent(`/our-${address}`)))
  await expect.poll(async () => (await fetch(`${shop.url}/${address}`, { redirect: 'manual' })).status).toBe(301)
  expect(await textIn(shop, `/${address}`)).toContain('Linen from Ireland.')
})

for (const width of [390, 1280]) {
  test(`at ${width} px the footer gets a line and a link of her own, and keeps the links that the law requires`, async ({
    page,
    shop,
  }) => {
    test.slow()
    await page.setViewportSize({ width, height: 844 })
    await openDashboard(page, shop)
    await page.goto(`${named(shop)}/admin/pages`)
    await page
      .getByRole('main')
      .getByRole('link', { name: /^Footer/ })
      .click()
    await block(page, /^Heading.*The small print/s).click()
    await page.getByRole('textbox', { name: 'Heading' }).fill('By the book')
    await block(page, /^Text.*Privacy policy/s).click()
    const text = page.getByRole('textbox', { name: 'Text' })
    await text.getByText('Privacy policy').click({ clickCount: 3 })
    await page.keyboard.type('Registered in England, 1234567')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Where the cloth is from')
    await text.getByText('Where the cloth is from').click({ clickCount: 3 })
    await page.getByRole('button', { name: 'Link', exact: true }).click()
    await page.getByLabel('Leads to').selectOption('/about')
    await page.getByRole('button', { name: 'Add the link' }).click()
    await isSaved(page)
    const required = page.getByRole('region', { name: 'Links that the law requires' })
    await expect(required.getByRole('listitem')).toHaveCount(1)
    await expect(required).toContainText('“/privacy-policy”UK GDPR')
    await page.getByRole('button', { name: 'Publish now' }).click()
    await expect(page.getByRole('alert').getByText('Please keep a link to /privacy-policy. UK GDPR')).toBeVisible()
    await expectFits(page, [width])
    await expectAccessible(page)

    await text.getByText('Terms & conditions').click({ clickCount: 3 })
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await page.keyboard.type('What we know of you')
    await text.getByText('What we know of you').click({ clickCount: 3 })
    await page.getByRole('button', { name: 'Link', exact: true }).click()
    await page.getByLabel('Leads to').selectOption('/privacy-policy')
    await page.getByRole('button', { name: 'Add the link' }).click()
    await expect(required).toHaveCount(0)
    await isSaved(page)
    if (width === 390) await page.getByRole('button', { name: 'Preview' }).click()
    const preview = page.frameLocator('iframe').getByRole('contentinfo')
    const heading = preview.getByRole('heading', { name: 'By the book' })
    await (width === 390 ? expect(heading).toBeVisible() : expect(heading).toBeInViewport())
    expect(await textIn(shop, '/')).not.toContain('By the book')
    await page.getByRole('button', { name: 'Publish now' }).click()
    await expect(notices(page).getByText('Shoppers see it now.')).toBeVisible()
    await expect.poll(() => textIn(shop, '/faq')).toContain('What we know of you')

    // As a visitor: the links lead on without a new page, once React has taken over what the HTML shows.
    await page.goto(`${named(shop)}/faq`)
    const foot = page.getByRole('contentinfo')
    await expect(foot.getByText('Registered in England, 1234567')).toBeVisible()
    await page.mouse.move(5, 5)
    await page.mouse.move(9, 9)
    await page.evaluate(() => Object.assign(window, { same: true }))
    await page.waitForTimeout(1_500)
    await foot.getByRole('link', { name: 'Where the cloth is from' }).click()
    await expect(page).toHaveURL(/\/about$/)
    await expect(page.getByRole('heading', { level: 1, name: 'Clothes with nothing to hide' })).toBeVisible()
    expect(await page.evaluate(() => 'same' in window)).toBe(true)
    await expect(foot.getByRole('heading', { name: 'By the book' })).toBeVisible()
    await expect(foot.getByRole('listitem')).toHaveCount(22)
    await expectFits(page, [width])
    await expectAccessible(page)
  })

  test(`at ${width} px an e-mail is read as it is sent, gets a last line, and is sent as a test`, async ({
    page,
    shop,
  }) => {
    test.slow()
    await page.setViewportSize({ width, height: 844 })
    const { email } = await openDashboard(page, shop)
    await page.goto(`${named(shop)}/admin/emails`)
    await expectFits(page, [width])
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Order confirmation' }).click()
    if (width === 390) await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await block(page, /^Last lines/).click()
    await page.getByRole('textbox', { name: 'Text' }).click()
    await page.keyboard.type('With love from the workroom.')
    await isSaved(page)
    if (width === 390) await page.getByRole('button', { name: 'Preview' }).click()
    await expect(page.frameLocator('iframe').getByText('With love from the workroom.')).toBeVisible()
    await page.getByRole('button', { name: 'Send me a test' }).click()
    await expect(notices(page).getByText(`The test goes to ${email}.`)).toBeVisible()
    const sent = await emailTo(shop, email, /^\[Test\]/)
    expect(sent.text).toContain('With love from the workroom.')
    await expectFits(page, [width])
    await expectAccessible(page)
  })
}

test('the preview of the missing page, of the page before the launch and of Home shows that page', async ({
  page,
  shop,
}) => {
  test.slow()
  await openDashboard(page, shop)
  const preview = page.frameLocator('iframe')
  for (const [path, heading] of [
    ['not-found', 'Oops! Page not found'],
    ['coming-soon', 'Something Beautiful is Coming'],
    ['/', 'Made for you, worn for years'],
  ]) {
    await editor(page, shop, path ?? '')
    await block(page, /^Heading and introduction/).click()
    await page.getByRole('textbox', { name: 'Introduction' }).fill(`Lately changed ${path}`)
    await isSaved(page)
    await expect(preview.getByRole('heading', { level: 1, name: heading ?? '' })).toBeVisible()
    await expect(preview.getByText(`Lately changed ${path}`)).toBeVisible()
    expect(await textIn(shop, '/')).not.toContain('Lately changed')
  }
})
