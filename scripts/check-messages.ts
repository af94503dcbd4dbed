import { globSync, readFileSync } from 'node:fs'

// Part of `npm run check`: no code decides by the text of a message. Errors have a `code` and `details[].path`.

/** Errors of other programs that have no code for what is read. */
const foreign = new Set([
  'src/features/accounts/client/auth-client.ts', // supabase-js drops the code of a 5xx response, and GoTrue names no field
  'src/platform/client/failed-constraint.ts', // PostgreSQL, through /rest/v1
  'src/platform/database/embedded/connect.ts', // the driver
  'src/platform/database/temporary-errors.ts', // the driver
  'src/platform/email/smtp-errors.ts', // mail servers
  'src/platform/payments/stripe/create-payment-page.ts', // Stripe
  'src/platform/rest/database-error.ts', // PostgreSQL
  'src/platform/storage/pictures/image-process.ts', // libvips
])

const message = String.raw`\b(?:\w*[mM]essage|messageOf\(\w+\)|problem|sentence|why)\b`
const decisions = [
  String.raw`\.(?:test|exec)\([^()]*${message}[^()]*\)`,
  String.raw`${message}\??\.(?:match|matchAll|search|includes|startsWith|endsWith|indexOf)\(`,
  String.raw`${message} [!=]== ['"\`][^'"\`]*[ ’]`,
]

/** The lines of a source that match a message against a pattern or a sentence. */
export function findReadMessages(source: string): string[] {
  return source.split('\n').filter((line) => new RegExp(decisions.join('|')).test(line))
}

if (import.meta.main) {
  const files = globSync('src/**/*.{ts,tsx}').filter((file) => !/\.test\.tsx?$/.test(file) && !foreign.has(file))
  const found = files.flatMap((file) =>
    findReadMessages(readFileSync(file, 'utf8')).map((line) => `${file}  ${line.trim()}`),
  )
  for (const each of found) console.error(`${each}\n  reads a message: use the error's code or the path of its field`)
  process.exitCode = found.length > 0 ? 1 : 0
}
