import { createHmac, timingSafeEqual } from 'node:crypto'
import { addressFields } from './order-change.ts'

/** A code confirms one address of one order. `salt` is new for each code that is sent. */
export type CodedAddress = { orderId: string; salt: string; address: Record<(typeof addressFields)[number], string> }

/** The six-digit codes that confirm new delivery addresses. */
export type AddressCodes = {
  codeOf(coded: CodedAddress): string
  /** Compares in constant time. */
  isCodeOf(typed: string, coded: CodedAddress): boolean
}

const codes = 1_000_000

/**
 * Codes are derived from order, address and salt and are stored nowhere: the database alone does not give them away.
 */
export function createAddressCodes(secret: string): AddressCodes {
  function codeOf({ orderId, salt, address }: CodedAddress): string {
    const about = JSON.stringify([orderId, salt, ...addressFields.map((field) => address[field])])
    const number = createHmac('sha256', secret).update(about).digest().readUIntBE(0, 6)
    return String(number % codes).padStart(6, '0')
  }
  return {
    codeOf,
    isCodeOf: (typed, coded) =>
      /^\d{6}$/.test(typed) && timingSafeEqual(Buffer.from(typed), Buffer.from(codeOf(coded))),
  }
}
