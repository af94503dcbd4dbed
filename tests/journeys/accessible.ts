import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

type Scope = {
  /** A selector of the part that is looked at; by default the page. */
  within?: string
  /** Instead of all. */
  rules?: { type: 'tag' | 'rule'; values: string[] }
}

/** What the colours decide. */
export const contrast: Scope = { rules: { type: 'rule', values: ['color-contrast'] } }

/**
 * The page as it stands, without what frames in it show, breaks no rule of accessibility that a machine can find, by
 * day nor by night.
 */
export async function expectAccessible(page: Page, { within }: Pick<Scope, 'within'> = {}): Promise<void> {
  await expectNoViolations(page, { ...(within && { within }) })
  // What stands where is the same by night, and only the colours are others.
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await expectNoViolations(page, { ...contrast, ...(within && { within }) })
  await page.emulateMedia({ colorScheme: null, reducedMotion: null })
}

/** The page breaks none of these rules in the colours that are shown. */
export async function expectNoViolations(page: Page, { within, rules }: Scope = {}): Promise<void> {
  // It stays in a document, and bringing it in takes longer than looking.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(`${axe.source};0`)
  const runOnly = rules ?? { type: 'tag', values: tags }
  await page.evaluate(comeToRest)
  const { violations, passes } = await page.evaluate(look, { within: within ?? null, runOnly })
  expect(violations.map((violation) => `${page.url()} ${violation}`)).toEqual([])
  expect(passes).toContain('color-contrast')
}

/**
 * Runs in the page. What is coming or going has colours half-way that are nobody's, so nothing is judged until all has been
 * still for three frames: one movement may begin as another ends. What never ends, and what only scrolling moves, is not
 * waited for; nor is anything for longer than four seconds.
 */
async function comeToRest() {
  const until = performance.now() + 4_000
  for (let still = 0; still < 3 && performance.now() < until; ) {
    await new Promise(requestAnimationFrame)
    const isMoving = document
      .getAnimations()
      .some(
        ({ playState, timeline, effect }) =>
          playState === 'running' && timeline === document.timeline && effect?.getComputedTiming().endTime !== Infinity,
      )
    still = isMoving ? 0 : still + 1
  }
}

/** Runs in the page. Only violations are written out in full: that is half of the work. */
async function look({ within, runOnly }: { within: string | null; runOnly: NonNullable<Scope['rules']> }) {
  const { axe: judge } = window as unknown as { axe: typeof axe }
  const { violations, passes } = await judge.run(within ?? document, {
    iframes: false,
    resultTypes: ['violations'],
    runOnly,
  })
  return {
    violations: violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`),
    passes: passes.map(({ id }) => id),
  }
}

/** Nothing reaches over the edge of a phone or a desk. Leaves the window as wide as the last of `widths`. */
export async function expectFits(page: Page, widths: readonly number[] = [1280, 390]): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    // A window that is being resized is laid out a moment later.
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth))
      .toBeLessThanOrEqual(0)
  }
}

/** On a phone and at a desk nothing reaches over the edge and no rule is broken. */
export async function expectSound(page: Page): Promise<void> {
  for (const width of [390, 1280]) {
    await expectFits(page, [width])
    await expectAccessible(page)
  }
}
