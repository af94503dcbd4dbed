import { createHmac, timingSafeEqual } from 'node:crypto'
import { dayMs } from '#base/day-ms.ts'

/** An order and the day it was delayed to, 'YYYY-MM-DD'. */
export type DelayRef = { orderId: string; day: string }

/** Tokens in the links of delay e-mails. A token permits one thing: answering that delay. */
export type DelayTokens = {
  /** `linkVersion`: a higher one revokes the tokens issued before. */
  issue(delay: DelayRef & { linkVersion: number }): string
  /** The delay that a token names, unverified: `isFor` decides. Null for an invalid token. */
  read(token: string): DelayRef | null
  isFor(token: string, linkVersion: number): boolean
}

const idBytes = 16
const dayBytes = 3
// 160 bits: with the id and the day 39 bytes, a multiple of three, so that each token has exactly one base64url form.
const macBytes = 20
const form = /^[A-Za-z0-9_-]{52}$/

/** A token is the order's id and the day with an HMAC over both and the version; it contains no customer data. */
export function createDelayTokens(secret: string): DelayTokens {
  // The first version adds nothing, so that the links of e-mails sent before there were versions stay valid.
  const code = (payload: Buffer, linkVersion: number) =>
    createHmac('sha256', secret)
      .update(payload)
      .update(linkVersion > 1 ? String(linkVersion) : '')
      .digest()
      .subarray(0, macBytes)
  return {
    issue({ orderId, day, linkVersion }) {
      const payload = Buffer.alloc(idBytes + dayBytes)
      if (payload.write(orderId.replaceAll('-', ''), 'hex') !== idBytes)
        throw new Error(`Not the id of an order: ${orderId}`)
      payload.writeUIntBE(Date.parse(day) / dayMs, idBytes, dayBytes)
      return Buffer.concat([payload, code(payload, linkVersion)]).toString('base64url')
    },
    read(token) {
      if (!form.test(token)) return null
      const payload = Buffer.from(token, 'base64url').subarray(0, idBytes + dayBytes)
      const id = payload.toString('hex', 0, idBytes)
      return {
        orderId: id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
        day: new Date(payload.readUIntBE(idBytes, dayBytes) * dayMs).toISOString().slice(0, 10),
      }
    },
    isFor(token, linkVersion) {
      if (!form.test(token)) return false
      const bytes = Buffer.from(token, 'base64url')
      const payload = bytes.subarray(0, idBytes + dayBytes)
      return timingSafeEqual(bytes.subarray(idBytes + dayBytes), code(payload, linkVersion))
    },
  }
}
