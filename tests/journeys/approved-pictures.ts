import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { expect, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import { answersByScript } from './hydrated.ts'

const folder = 'tests/journeys/approved'
const maker = `${folder}/made-with.json`

/**
 * Compares the viewport with the approved screenshot of this name. Browsers draw text differently, so only the browser
 * that made the screenshot is compared; any other prints that nothing was compared. `npm test -- looks
 * --update-snapshots` approves the current look.
 */
export async function expectApproved(page: Page, name: string): Promise<void> {
  await settle(page)
  // The headless shell draws text differently from a whole browser of the same version.
  const kind = process.env.CHROMIUM_PATH?.includes('headless') ? ' (headless shell)' : ''
  const browser = `${page.context().browser()?.version() ?? ''}${kind}`
  const mine = { browser, platform: `${process.platform} ${process.arch}` }
  const { updateSnapshots } = test.info().config
  const isApproving = updateSnapshots === 'all' || updateSnapshots === 'changed'
  if (!isApproving && !isMadeWith(mine)) {
    process.stderr.write(`NOT COMPARED with its approved picture: ${name}. ${whyNot(mine)}\n`)
    return
  }
  await expect.soft(page).toHaveScreenshot(`${name}.png`)
  if (!isApproving) return
  const path = test.info().snapshotPath(`${name}.png`, { kind: 'screenshot' })
  await compact(path)
  mkdirSync(folder, { recursive: true })
  writeFileSync(maker, `${JSON.stringify(mine, null, 2)}\n`)
}

type Maker = { browser: string; platform: string }

function madeWith(): Maker | null {
  return existsSync(maker) ? JSON.parse(readFileSync(maker, 'utf8')) : null
}

function isMadeWith({ browser, platform }: Maker): boolean {
  const theirs = madeWith()
  return theirs?.browser === browser && theirs.platform === platform
}

function whyNot({ browser, platform }: Maker): string {
  const theirs = madeWith()
  return theirs
    ? `It was approved with Chromium ${theirs.browser} on ${theirs.platform}; this is ${browser} on ${platform}.`
    : 'Nothing is approved yet.'
}

/**
 * Waits for text, images and transitions, and replaces texts that depend on the date. React must have hydrated before,
 * because hydration would restore changed texts.
 */
async function settle(page: Page): Promise<void> {
  await answersByScript(page)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.evaluate(() => document.fonts.ready)
  await expect
    .poll(
      () =>
        page.evaluate(async () => {
          const seen = [...document.images].filter((image) => {
            const { top, bottom, left, right, width } = image.getBoundingClientRect()
            const inWindow = bottom > 0 && top < window.innerHeight && right > 0 && left < window.innerWidth
            return width > 0 && inWindow
          })
          await Promise.all(seen.map((image) => image.decode().catch(() => undefined)))
          return seen.filter(({ complete, naturalWidth }) => !complete || naturalWidth === 0).length
        }),
      // The server makes an image size at its first request, which may be this one.
      { timeout: 60_000 },
    )
    .toBe(0)
  await page.evaluate(writeAsOnOneDay)
}

/** Runs in the page, which cannot be used afterwards: it changes texts that React owns. */
function writeAsOnOneDay(): void {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_COMMENT)
  const notes: Node[] = []
  while (walker.nextNode()) notes.push(walker.currentNode)
  for (const note of notes) note.parentNode?.removeChild(note)
  document.body.normalize()
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const months = 'January|February|March|April|May|June|July|August|September|October|November|December'
  while (texts.nextNode()) {
    const text = texts.currentNode
    text.nodeValue = (text.nodeValue ?? '')
      .replaceAll(/\b(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b/g, 'Monday')
      .replaceAll(new RegExp(`\\b\\d{1,2} (${months})\\b`, 'g'), '1 June')
      .replaceAll(/\b[A-Z][a-z]{2} \d\d, \d{4}/g, 'Jun 01, 2026')
      .replaceAll(/\b\d{1,2} (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\b/g, '1 Jun')
      .replaceAll(/\b\d+ day(\(s\)|s\b|\b)/g, '9 days')
      .replaceAll(/\b20\d\d\b/g, '2026')
      .replaceAll(/\b\d\d:\d\d\b/g, '12:00')
  }
}

/** Reduces the colours: few are enough to detect a moved element, in a quarter of the bytes. */
async function compact(path: string): Promise<void> {
  const png = await sharp(path).png({ palette: true, colours: 64, dither: 0, effort: 10 }).toBuffer()
  writeFileSync(path, png)
}
