import { expect, test } from 'vitest'
import { contentSecurityPolicy } from './content-security-policy.ts'

test('a page allows its own inline scripts by hash, and nobody else’s anything', () => {
  const policy = contentSecurityPolicy('<script>say(1)</script><script type="application/ld+json">{}</script>')
  expect(policy).toMatch(/script-src 'self' 'sha256-[\w+/=]{44}'; /)
  expect(policy).not.toContain('http://')
  expect(policy.match(/https:\/\/[^ ;]+/g)).toEqual(['https://checkout.stripe.com'])
  expect(policy).not.toContain('frame-src')
})

test('a captcha the shop has may bring its script and its frame, and the other may not', () => {
  const policy = contentSecurityPolicy('<p>', 'turnstile')
  for (const directive of ['script-src', 'frame-src', 'connect-src']) {
    expect(policy).toMatch(new RegExp(`${directive} [^;]*https://challenges\\.cloudflare\\.com`))
  }
  expect(policy).not.toContain('hcaptcha')
  expect(contentSecurityPolicy('<p>', 'hcaptcha')).toMatch(
    /frame-src https:\/\/hcaptcha\.com https:\/\/\*\.hcaptcha\.com/,
  )
})
