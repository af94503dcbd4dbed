import { mkdirSync } from 'node:fs'
import { expect, type Page, test } from '@playwright/test'
import { runnerImport } from 'vite'
import { isOurs, missingFrom, readLetter } from '../emails/email-checks.ts'
import { contrast, expectNoViolations } from './accessible.ts'

// Renders every e-mail in a real browser. Playwright transforms JSX differently, so Vite loads the e-mails here.
const { module } = await runnerImport<typeof import('../emails/samples.ts')>('./tests/emails/samples.ts', {
  configFile: false,
  logLevel: 'error',
})
const folder = 'test-results/emails'
// LETTER_PICTURES=on takes screenshots of every e-mail for a review; they take half of the time.
const takesPictures = process.env.LETTER_PICTURES === 'on'
const picture = 'db/catalogue/pictures/anna-linen-dress.jpg'
const siteUrl = 'https://shop.example'
const clippedBytes = 100_000 // Gmail clips after 102 kB
const phone = 390
const desk = 680
const night = 'rgb(29, 24, 21)'
const rules = { type: 'tag' as const, values: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] }

// All tests use one page, whose settings are reset for each e-mail.
let page: Page
let picturesCome = true

test.beforeAll(async ({ browser }) => {
  mkdirSync(folder, { recursive: true })
  const context = await browser.newContext()
  page = await context.newPage()
  await page.route('**/*', (route) => (picturesCome ? route.fulfill({ path: picture }) : route.abort()))
})
test.afterAll(() => page.context().close())

for (const { name, write, isExtreme = false, isToShop = false } of module.samples) {
  test(`${name} is readable on any screen, in dark mode, without images and without a style sheet`, async () => {
    const email = await write()
    if (!email) throw new Error('There is nothing to look at')
    const { html, text, subject } = email

    await show(html, phone, 'light')
    await expect(page).toHaveTitle(subject.replaceAll(/\s+/g, ' '))
    const seen = await readLetter(page)
    expect(Buffer.byteLength(html), 'bytes').toBeLessThan(clippedBytes)
    expect(seen.headings).toBe(1)
    expect(seen.picturesWithoutAlt).toBe(0)
    expect(seen.intruders).toEqual([])
    expect(seen.links.filter((link) => !isOurs(link, siteUrl))).toEqual([])
    if (!isToShop) {
      expect(missingFrom(text, seen), 'what the text does not say').toEqual([])
      expect(seen.links.filter((link) => !text.includes(link.replace(/^mailto:/, '')))).toEqual([])
    }

    await expectNoViolations(page, { rules })
    for (const scheme of ['light', 'dark'] as const) {
      for (const arrive of html.includes('<img') && !isExtreme ? [true, false] : [true]) {
        for (const width of isExtreme && scheme === 'dark' ? [phone] : [phone, desk]) {
          picturesCome = arrive
          await show(html, width, scheme)
          await expectNoOverflow(width)
          if (isExtreme && (scheme === 'dark' || width === desk)) continue
          await keepPicture(`${name}.${width}.${scheme}${arrive ? '' : '.no-pictures'}`)
        }
      }
      picturesCome = true
    }
    expect(await paperOf(page)).toBe(night)
    await expectNoViolations(page, contrast)

    await show(html, 320, 'light')
    await expectNoOverflow(320)
    await show(html.replaceAll(/<style>.*?<\/style>/gs, ''), 320, 'light')
    await expectNoOverflow(320)
    await expectNoViolations(page, contrast)
    if (!isExtreme) await keepPicture(`${name}.320.no-style`)
  })
}

async function show(html: string, width: number, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.setViewportSize({ width, height: 800 })
  await page.setContent(html)
}

async function keepPicture(name: string): Promise<void> {
  if (takesPictures) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
}

/** The background colour of the text. */
function paperOf(page: Page): Promise<string> {
  return page.evaluate(
    () => getComputedStyle(document.querySelector('h1')?.closest('table') ?? document.body).backgroundColor,
  )
}

/** No element is clipped or outside the viewport. */
async function expectNoOverflow(width: number): Promise<void> {
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(beyond, `beyond ${width} px`).toBeLessThanOrEqual(0)
}
