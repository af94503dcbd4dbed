import { z } from 'zod'
import { factNames } from './facts.ts'

/** The pages that a buyer agrees to. */
export const policies = ['/terms-conditions', '/returns-refunds', '/privacy-policy'] as const

/** Whether the page is a policy, which shows the day of its version. */
export const isPolicy = (path: string): path is (typeof policies)[number] =>
  (policies as readonly string[]).includes(path)

/** An address, or the name of a text without one, such as `footer` and `mail:order_confirmation`. */
export const documentPath = /^(?:\/|(?:\/[a-z\d]+(?:-[a-z\d]+)*)+|[a-z][a-z_:-]*)$/

/** A fact, its name for the owner, and what it is now. */
export const factFor = z.object({ name: z.enum(factNames), label: z.string(), value: z.string() })
