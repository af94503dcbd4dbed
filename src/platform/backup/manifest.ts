import { createHash } from 'node:crypto'
import { z } from 'zod'

/** The version of the layout below; a reader refuses any other. */
export const formatVersion = 1

const table = z.object({
  /** As `schema.table`, quoted where needed. */
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.number().int(),
  sum: z.string(),
})

/**
 * The last entry of a backup, `manifest.json`: what the entries before it must contain. `secretCheck` shows whether a
 * JWT_SECRET is the one that sealed texts in this database, without containing it.
 */
export const manifest = z.object({
  format: z.literal(formatVersion),
  takenAt: z.iso.datetime(),
  program: z.string(),
  postgresql: z.string(),
  migrations: z.array(z.object({ folder: z.string(), name: z.string(), checksum: z.string() })),
  tables: z.array(table),
  sequences: z.array(z.object({ name: z.string(), value: z.string(), isCalled: z.boolean() })),
  files: z.array(z.object({ name: z.string(), sizeBytes: z.number().int(), sha256: z.string() })),
  missingFiles: z.array(z.string()),
  secrets: z.array(z.string()),
  secretCheck: z.string(),
})

export type Manifest = z.output<typeof manifest>
export type TableEntry = z.output<typeof table>

/** How many rows, and the sum of their hashes: the same rows in any order have the same fingerprint. */
export type Fingerprint = { rows: number; sum: string }

const modulus = 1n << 128n

/**
 * Fingerprints rows in the text format of COPY, where each row is a line: a line feed inside a value is escaped. The
 * sum is that of the first 128 bits of each line's SHA-256, modulo 2^128, in hex, so that it does not depend on the
 * order in which PostgreSQL returns rows.
 */
export function createRowFingerprint(): { update(chunk: Buffer): void; end(): Fingerprint } {
  let rows = 0
  let sum = 0n
  let rest: Buffer[] = []

  function addRow(line: Buffer) {
    rows += 1
    sum = (sum + BigInt(`0x${createHash('sha256').update(line).digest('hex').slice(0, 32)}`)) % modulus
  }

  return {
    update(chunk) {
      let start = 0
      for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
        const line = chunk.subarray(start, end)
        addRow(rest.length > 0 ? Buffer.concat([...rest, line]) : line)
        rest = []
        start = end + 1
      }
      if (start < chunk.length) rest.push(chunk.subarray(start))
    },
    end() {
      if (rest.length > 0) throw new Error('The last row of a table has no end')
      return { rows, sum: sum.toString(16).padStart(32, '0') }
    },
  }
}
