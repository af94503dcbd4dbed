import { z } from 'zod'
import { mailAddress } from '#platform/email/address.ts'
import { longest, topicIds } from './topics.ts'

/** Characters that reverse the direction of text: in a name they make an e-mail read differently. */
const turning = /\p{Bidi_Control}/gu
const breaking = /[\p{Cc}\p{Zl}\p{Zp}]/u
const unprintable = /[^\P{Cc}\n\t]/gu

/** Text of one line, trimmed. Line breaks are refused, since these texts are in subjects and beside headers. */
function oneLine(name: string, most: number) {
  return z
    .string()
    .max(most, `Please keep ${name} to ${most} characters.`)
    .refine((text) => !breaking.test(text), `Please write ${name} in one line.`)
    .transform((text) => text.replaceAll(turning, '').trim())
}

/** The body of `POST contact`. The error messages are for the visitor. */
export const ContactBody = z.object({
  /** Made by the form for each message: sent twice, it is accepted once. */
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
  /** A honeypot that no person sees: a value means a bot. */
  trap: z.string().max(10_000).nullish(),
  captcha_token: z.string().max(16_384).nullish(),
})

export type ContactMessage = z.output<typeof ContactBody>
