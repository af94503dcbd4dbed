import { expect, test } from 'vitest'
import { textOfHtml } from './html-text.ts'

test('HTML nested deeper than any shop writes is cut off, and is no fault', () => {
  expect(textOfHtml(`<p>Linen</p>${'<div>'.repeat(50_000)}deep`)).toMatch(/^Linen/)
})
