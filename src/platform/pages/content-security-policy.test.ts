import { expect, test } from 'vitest'
import { contentSecurityPolicy } from './content-security-policy.ts'

test('a page allows the inline scripts it is given by hash, and nothing of any other host', () => {
  const policy = contentSecurityPolicy(['say(1)', 'say(1)'])
  expect(policy).toContain("script-src 'self' 'sha256-h+/ff34KF8CjFTfg6Smt6VRZue2rOPIaZdfnHC7pmxw='; ")
  expect(policy).not.toContain('http://')
  expect(policy.match(/https:\/\/[^ ;]+/g)).toEqual(['https://checkout.stripe.com'])
  expect(policy).not.toContain('frame-src')
})

test('a captcha the shop has may bring its script and its frame, and the other may not', () => {
  const policy = contentSecurityPolicy([], 'turnstile')
  for (const directive of ['script-src', 'frame-src', 'connect-src']) {
    expect(policy).toMatch(new RegExp(`${directive} [^;]*https://challenges\\.cloudflare\\.com`))
  }
  expect(policy).not.toContain('hcaptcha')
  expect(contentSecurityPolicy([], 'hcaptcha')).toMatch(/frame-src https:\/\/hcaptcha\.com https:\/\/\*\.hcaptcha\.com/)
})
