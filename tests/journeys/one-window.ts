import type { Page } from '@playwright/test'
import { expect, listenForErrors, test } from './shop.ts'

/**
 * One page for all tests of a file that only read: opening a new one costs as much as three page loads. Its console
 * must stay clean, as on every page. Call it at the top of the file; the tests use the returned function.
 */
export function oneWindow(): () => Page {
  let page: Page
  const wrong: string[] = []
  test.beforeAll(async ({ browser, program }) => {
    page = await browser.newPage({ baseURL: program.url })
    listenForErrors(page, wrong)
  })
  test.afterEach(() => expect(wrong.splice(0)).toEqual([]))
  test.afterAll(() => page.close())
  return () => page
}
