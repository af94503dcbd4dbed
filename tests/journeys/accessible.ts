import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

type Scope = {
  /** A selector of the checked part; by default the page. */
  within?: string
  /** Replaces the default rules. */
  rules?: { type: 'tag' | 'rule'; values: string[] }
}

/** The rules that depend on colours. */
export const contrast: Scope = { rules: { type: 'rule', values: ['color-contrast'] } }

/** The page, without the content of its frames, passes every automated accessibility check, in light and dark mode. */
export async function expectAccessible(page: Page, { within }: Pick<Scope, 'within'> = {}): Promise<void> {
  await expectNoViolations(page, { ...(within && { within }) })
  // Only the colours change in dark mode.
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await expectNoViolations(page, { ...contrast, ...(within && { within }) })
  await page.emulateMedia({ colorScheme: null, reducedMotion: null })
}

/** The page passes these checks in the current colour scheme. */
export async function expectNoViolations(page: Page, { within, rules }: Scope = {}): Promise<void> {
  // axe stays loaded in a document; loading it takes longer than a check.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(`${axe.source};0`)
  const runOnly = rules ?? { type: 'tag', values: tags }
  await page.evaluate(comeToRest)
  const { violations, passes } = await page.evaluate(look, { within: within ?? null, runOnly })
  expect(violations.map((violation) => `${page.url()} ${violation}`)).toEqual([])
  expect(passes).toContain('color-contrast')
}

/**
 * Runs in the page. Elements in transition have intermediate colours, so the check waits until nothing moves for three
 * frames: one transition may start when another ends. It does not wait for endless or scroll-driven animations, and
 * waits four seconds at most.
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

/** Runs in the page. Only violations are reported in full, which halves the time. */
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

/** The page does not overflow on a phone or a desktop. The viewport keeps the last of `widths`. */
export async function expectFits(page: Page, widths: readonly number[] = [1280, 390]): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    // The layout follows a resize a moment later.
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth))
      .toBeLessThanOrEqual(0)
  }
}

/** The page does not overflow and passes the accessibility checks, on a phone and a desktop. */
export async function expectSound(page: Page): Promise<void> {
  for (const width of [390, 1280]) {
    await expectFits(page, [width])
    await expectAccessible(page)
  }
}
