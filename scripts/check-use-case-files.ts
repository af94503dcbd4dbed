import { existsSync, globSync, readFileSync } from 'node:fs'
import { findReach } from './use-case-files.ts'

// Counts the files a reader opens to follow one press of a button: the component of the button, the endpoint, and the
// counted files that they reach (see use-case-files.ts). Fails when a use case has more files than `most`, and for a
// file of `src` over 250 lines. The limits are what the code has now: lower them after a merge of files.
// `--list` names the files of each use case.

const useCases = {
  checkout: {
    most: 40,
    from: [
      'src/features/cart/to-pay.tsx',
      'src/features/cart/go-to-payment.ts',
      'src/features/checkout/checkout.api.ts',
      'src/features/payments/payment-webhooks.api.ts',
      'src/features/payments/payments.jobs.ts',
    ],
    except: [],
  },
  refund: {
    most: 29,
    from: ['src/features/payments/admin/order-money/refund-form.tsx', 'src/features/payments/refunds/refunds.api.ts'],
    except: [],
  },
  'sign-in': {
    most: 26,
    from: ['src/features/accounts/sign-in/sign-in-form.tsx', 'src/platform/auth/token.api.ts'],
    // The endpoint's other grants.
    except: [
      'src/platform/auth/mail-links/pkce-grant.ts',
      'src/platform/auth/oauth/id-token-grant.ts',
      'src/platform/auth/sessions/refresh-grant.ts',
    ],
  },
  'saving a product': { most: 29, from: ['src/features/catalogue/admin/product-form.tsx'], except: [] },
}

const mostLines = 250
const generated = 'src/app/database/tables.ts'

const read = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : null)
let failed = false
for (const [name, { most, from, except }] of Object.entries(useCases)) {
  const missing = from.filter((file) => !existsSync(file))
  const files = findReach(from, { except, read })
  failed ||= files.length > most || missing.length > 0
  console.error(
    `${name}: ${files.length} files, at most ${most}${missing.map((file) => `; missing: ${file}`).join('')}`,
  )
  if (process.argv.includes('--list')) for (const file of files) console.error(`  ${file}`)
}

const lengths = globSync('src/**/*.{ts,tsx}')
  .filter((file) => file !== generated && !/\.test\.tsx?$/.test(file))
  .map((file) => ({ file, lines: readFileSync(file, 'utf8').split('\n').length - 1 }))
  .sort((one, other) => other.lines - one.lines)
const median = lengths[Math.floor(lengths.length / 2)]?.lines
const short = lengths.filter(({ lines }) => lines <= 20).length
console.error(`${lengths.length} files, median ${median} lines, ${short} of 20 lines or fewer`)
for (const { file, lines } of lengths.filter(({ lines }) => lines > mostLines)) {
  failed = true
  console.error(`${file}: ${lines} lines, at most ${mostLines}`)
}
process.exitCode = failed ? 1 : 0
