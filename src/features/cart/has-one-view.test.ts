import { expect, test } from 'vitest'
import { hasOneView } from './go-to-payment.ts'

const ios = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const android = 'Mozilla/5.0 (Linux; Android 15; Pixel 9'

test.each([
  ['Instagram on an iPhone', `${ios} Mobile/22B83 Instagram 358.0.0.18.94 (iPhone14,5; iOS 18_1; en_GB)`],
  ['Facebook on an iPhone', `${ios} Mobile/22B83 [FBAN/FBIOS;FBAV/490.0.0.36;FBDV/iPhone14,5]`],
  ['Facebook that names Safari', `${ios} Version/18.1 Mobile/22B83 Safari/604.1 [FBAN/FBIOS;FBAV/490.0.0.36]`],
  ['TikTok on an iPhone', `${ios} Mobile/22B83 musical_ly_36.5.0 JsSdk/2.0 BytedanceWebview/d8a21c6`],
  [
    'any app on an iPad',
    'Mozilla/5.0 (iPad; CPU OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/22B83',
  ],
  [
    'Instagram on Android',
    `${android} Build/AP4A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/131.0 Mobile Safari/537.36 Instagram 358.0`,
  ],
  [
    'TikTok on Android',
    `${android}; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/131.0 Mobile Safari/537.36 BytedanceWebview/d8a21c6`,
  ],
])('%s has one view', (_, userAgent) => {
  expect(hasOneView(userAgent)).toBe(true)
})

test.each([
  ['Safari on an iPhone', `${ios} Version/18.1 Mobile/22B83 Safari/604.1`],
  ['Chrome on an iPhone', `${ios} CriOS/131.0 Mobile/15E148 Safari/604.1`],
  ['Chrome on Android', `${android}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0 Mobile Safari/537.36`],
  ['Firefox', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:133.0) Gecko/20100101 Firefox/133.0'],
  [
    'Safari on a Mac',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
  ],
])('%s has tabs', (_, userAgent) => {
  expect(hasOneView(userAgent)).toBe(false)
})
