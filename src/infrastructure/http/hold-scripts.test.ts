import { expect, test } from 'vitest'
import { contentSecurityPolicy } from './content-security-policy.ts'
import { holdScripts } from './hold-scripts.ts'

const page = [
  '<!DOCTYPE html><html><head><link rel="modulepreload" href="/assets/base.js"/></head><body>',
  '<script type="module" async="">import "/assets/base.js";</script><script>enqueue("type=\\"module\\"")</script></body></html>',
].join('')

test('no script of the program is asked for by the page itself', () => {
  const held = holdScripts(page)
  expect(held).not.toMatch(/modulepreload" href|type="module"[^\\]/)
  expect(held).toContain('<link data-held="" href="/assets/base.js"/>')
  expect(held).toContain('<script type="text/plain" id="held-script">import "/assets/base.js";</script>')
})

test('the policy names the held script as it will run, and what lets it go', () => {
  const policyOf = (html: string) => contentSecurityPolicy(html).match(/'sha256-[^']+'/g) ?? []
  expect(policyOf(holdScripts(page))).toEqual([...policyOf(page), expect.any(String)])
})

test('a page without a program stays as it is', () => {
  const plain = '<!DOCTYPE html><html><head></head><body><p>The test mailbox</p></body></html>'
  expect(holdScripts(plain)).toBe(plain)
})
