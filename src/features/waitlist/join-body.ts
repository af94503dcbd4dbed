import { z } from 'zod'
import { typedAddress } from '#platform/email/address.ts'

/** The body of `POST join-waiting-list`. The error messages are for the visitor. */
export const JoinBody = z.object({
  product_id: z.uuid().toLowerCase(),
  email: z.string().transform((text, { addIssue }) => {
    const address = typedAddress(text)?.toLowerCase()
    if (address) return address
    addIssue({ code: 'custom', message: 'Please enter a full e-mail address, such as ruth@example.com.' })
    return z.NEVER
  }),
  /** The requested size; none: any size. */
  size: z
    .string()
    .max(1_200)
    .nullish()
    .transform((text) => text || null),
  /** A honeypot that no person sees: a value means a bot. */
  trap: z.string().max(10_000).nullish(),
  captcha_token: z.string().max(16_384).nullish(),
})

export type Join = z.output<typeof JoinBody>
