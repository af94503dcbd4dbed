import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { verify as verifyBcrypt } from '@node-rs/bcrypt'
import { createSemaphore } from '#platform/http/limits/places.ts'
import { withoutTrailing } from '#platform/text/kept-text.ts'
import { AuthError } from '../auth-error.ts'

const derive = promisify(argon2)

/** OWASP's minimum for argon2id: 19 MiB, 2 passes, 1 lane; a 256-bit tag. */
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }

/**
 * The highest accepted cost of an imported hash: more would let one row use the machine's memory or minutes of its
 * time.
 */
const most = { memory: 262_144, passes: 16, parallelism: 16, bcryptRounds: 15 }

/**
 * An argon2id hash in PHC form: `$argon2id$v=19$m=19456,t=2,p=1$salt$tag`. The letter é has two spellings in Unicode,
 * and keyboards differ: one form is hashed (NFC).
 */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  const tag = await derive('argon2id', { ...cost, message: Buffer.from(password.normalize('NFC'), 'utf8'), nonce })
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${base64(nonce)}$${base64(tag)}`
}

/**
 * Whether a password fits a hash: argon2id or argon2i in PHC form, or bcrypt as in hosted projects. Any other form does
 * not fit, nor does one that costs more than a sign-in may. Hashes of hosted projects and of earlier versions are of
 * the letters as they were typed, so the other spellings are tried too: for a password of plain letters there are none.
 */
export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  for (const spelling of new Set([password.normalize('NFC'), password, password.normalize('NFD')])) {
    if (await verifySpelling(spelling, hash)) return true
  }
  return false
}

async function verifySpelling(password: string, hash: string): Promise<boolean> {
  if (hash.startsWith('$2')) return verifyWithBcrypt(password, hash)
  const parsed = readArgon2(hash)
  if (!parsed) return false
  const { algorithm, memory, passes, parallelism, nonce, tag: expectedTag } = parsed
  const message = Buffer.from(password, 'utf8')
  const tag = await derive(algorithm, { message, nonce, memory, passes, parallelism, tagLength: expectedTag.length })
  return timingSafeEqual(tag, expectedTag)
}

/** Whether a hash is weaker than current ones: bcrypt, or argon2 with less memory or fewer passes. */
export function needsRehash(hash: string): boolean {
  const parsed = readArgon2(hash)
  if (parsed?.algorithm !== 'argon2id') return true
  return parsed.memory < cost.memory || parsed.passes < cost.passes || parsed.tag.length < cost.tagLength
}

/** Whether a sign-in here can check an imported hash, by its form and cost. */
export function isVerifiable(hash: string): boolean {
  return readBcryptRounds(hash) !== null || readArgon2(hash) !== null
}

async function verifyWithBcrypt(password: string, hash: string): Promise<boolean> {
  if (readBcryptRounds(hash) === null) return false
  const bytes = Buffer.from(password, 'utf8')
  // Bcrypt reads 72 bytes and some implementations stop at a NUL: the rest would be ignored.
  const whole = bytes.length <= 72 && !bytes.includes(0)
  return (await verifyBcrypt(bytes.subarray(0, 72), hash)) && whole
}

function readBcryptRounds(hash: string): number | null {
  const rounds = Number(/^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/.exec(hash)?.[1] ?? Number.NaN)
  return rounds <= most.bcryptRounds ? rounds : null
}

function readArgon2(hash: string) {
  const parsed = /^\$(argon2id?)\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,3})\$([\w+/-]+)\$([\w+/-]+)$/.exec(hash)
  if (!parsed) return null
  const [, name, memory, passes, parallelism, salt = '', expected = ''] = parsed
  const read = {
    algorithm: name === 'argon2i' ? ('argon2i' as const) : ('argon2id' as const),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    nonce: Buffer.from(salt, 'base64'),
    tag: Buffer.from(expected, 'base64'),
  }
  const isPossible = read.passes >= 1 && read.parallelism >= 1 && read.memory >= 8 * read.parallelism
  const isModest = read.memory <= most.memory && read.passes <= most.passes && read.parallelism <= most.parallelism
  const isWhole = read.nonce.length >= 8 && read.nonce.length <= 64 && read.tag.length >= 16 && read.tag.length <= 64
  return isPossible && isModest && isWhole ? read : null
}

function base64(bytes: Buffer): string {
  return withoutTrailing(bytes.toString('base64'), '=')
}

/** Two hashes at once leave half of libuv's four threads to files and DNS, and one of two cores to pages. */
const hashing = createSemaphore({
  concurrency: 2,
  maxWaiting: 100,
  refuse: () => new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached'),
})

/** A hash without a password, with the current cost: its tag is 32 arbitrary bytes. */
const decoyHash = `$argon2id$v=19$m=19456,t=2,p=1$${'TmVpdGhlciBvZiB5b3Vycw'}$${'bm9ib2R5IHdpbGwgZXZlciBmaW5kIHRoaXMgb25lISE'}`

/** An argon2id hash. Refuses 429 `over_request_rate_limit` when too many wait. */
export function hashQueued(password: string): Promise<string> {
  return hashing(() => hashPassword(password))
}

/**
 * Whether a password fits a hash. Without a hash the same work is done and the result is false, so that response times
 * do not reveal which addresses have an account. Refuses 429 `over_request_rate_limit` when too many wait.
 */
export async function verifyQueued(password: string, hash: string | null): Promise<boolean> {
  const fits = await hashing(() => verifyPassword(password, hash ?? decoyHash))
  return fits && hash !== null
}
