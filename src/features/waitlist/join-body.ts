import { z } from 'zod'
import { mailAddress } from '#platform/email/address.ts'

/** What `POST join-waiting-list` takes. The words of what is wrong are for whoever fills the form in. */
export const JoinBody = z.object({
  product_id: z.uuid().toLowerCase(),
  email: z.string().transform((text, { addIssue }) => {
    const address = mailAddress(text.trim())?.toLowerCase()
    if (address) return address
    addIssue({ code: 'custom', message: 'That is not a whole e-mail address.' })
    return z.NEVER
  }),
  /** The size she would like; none: any. */
  size: z
    .string()
    .max(1_200)
    .nullish()
    .transform((text) => text || null),
  /** A field no person sees: whoever fills it in is a machine. */
  trap: z.string().max(10_000).nullish(),
  captcha_token: z.string().max(16_384).nullish(),
})

export type Join = z.output<typeof JoinBody>
