import { existsSync, globSync, readFileSync } from 'node:fs'
import { findImports } from './import-directions.ts'

// Counts the files a reader opens to follow one press of a button: all files of the features, the back office's frame, the
// sign-in protocol and the browser's client that the button's component and the endpoint reach by static imports of values.
// Fails above a goal, and for a file of `src` over 250 lines. `--list` names the files of each use case.

const useCases = {
  checkout: {
    goal: 40,
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
    goal: 28,
    from: ['src/features/payments/admin/order-money/refund-form.tsx', 'src/features/payments/refunds/refunds.api.ts'],
    except: [],
  },
  'sign-in': {
    goal: 26,
    from: ['src/features/accounts/sign-in/sign-in-form.tsx', 'src/platform/auth/token.api.ts'],
    // The endpoint's other grants.
    except: [
      'src/platform/auth/mail-links/pkce-grant.ts',
      'src/platform/auth/oauth/id-token-grant.ts',
      'src/platform/auth/sessions/refresh-grant.ts',
    ],
  },
  'saving a product': { goal: 25, from: ['src/features/catalogue/admin/product-form.tsx'], except: [] },
}

const own = /^src\/(features|admin|app|platform\/(auth|client))\//
const mostLines = 250

function reach(from: readonly string[], except: readonly string[]): string[] {
  const found = new Set<string>()
  const next = [...from]
  for (let file = next.pop(); file; file = next.pop()) {
    if (found.has(file) || except.includes(file) || !own.test(file) || !existsSync(file)) continue
    found.add(file)
    next.push(...findImports(file, withoutTypeImports(readFileSync(file, 'utf8'))).map(({ to }) => to))
  }
  return [...found].sort()
}

function withoutTypeImports(source: string): string {
  return source
    .replaceAll(/\b(?:import|export) type [^'"]*\bfrom\s*['"][^'"\n]+['"]/g, '')
    .replaceAll(/\bimport\([^)]*\)/g, '')
}

let failed = false
for (const [name, { goal, from, except }] of Object.entries(useCases)) {
  const missing = from.filter((file) => !existsSync(file))
  const files = reach(from, except)
  failed ||= files.length > goal || missing.length > 0
  console.error(`${name}: ${files.length} files, goal ${goal}${missing.map((file) => `; missing: ${file}`).join('')}`)
  if (process.argv.includes('--list')) for (const file of files) console.error(`  ${file}`)
}

const lengths = globSync('src/**/*.{ts,tsx}')
  .filter((file) => !/\.test\.tsx?$|\/database\/types\.ts$/.test(file))
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
