import { z } from 'zod'
import { mailAddress } from '#platform/email/address.ts'
import { longest, topicIds } from './topics.ts'

/** Marks that turn the direction of writing round: in a name they make a letter read as something else. */
const turning = /\p{Bidi_Control}/gu
const breaking = /[\p{Cc}\p{Zl}\p{Zp}]/u
const unprintable = /[^\P{Cc}\n\t]/gu

/** Text of one line, trimmed. What breaks a line is refused, since these stand in subjects and beside headers. */
function oneLine(name: string, most: number) {
  return z
    .string()
    .max(most, `Please keep ${name} to ${most} characters.`)
    .refine((text) => !breaking.test(text), `Please write ${name} in one line.`)
    .transform((text) => text.replaceAll(turning, '').trim())
}

/** What `POST contact` takes. The words of what is wrong are for whoever fills the form in. */
export const ContactBody = z.object({
  /** Made by the form for each message: sent twice, it is taken once. */
  id: z.uuid().toLowerCase(),
  topic: z.enum(topicIds, 'Please choose what it is about.'),
  order_number: oneLine('the order number', longest.orderNumber)
    .nullish()
    .transform((text) => text || null),
  name: oneLine('your name', longest.name).refine((name) => name !== '', 'Please type your name.'),
  email: z.string().transform((text, { addIssue }) => {
    const address = mailAddress(text.trim())
    if (address) return address
    addIssue({ code: 'custom', message: 'That is not a whole e-mail address.' })
    return z.NEVER
  }),
  message: z
    .string()
    .max(longest.message * 2, `Please keep your message to ${longest.message} characters.`)
    .transform((text) => text.replaceAll(/\r\n?/g, '\n').replaceAll(unprintable, ' ').trim())
    .refine((text) => text !== '', 'Please type your message.')
    .refine((text) => text.length <= longest.message, `Please keep your message to ${longest.message} characters.`),
  /** A field no person sees: whoever fills it in is a machine. */
  trap: z.string().max(10_000).nullish(),
  captcha_token: z.string().max(16_384).nullish(),
})

export type ContactMessage = z.output<typeof ContactBody>
