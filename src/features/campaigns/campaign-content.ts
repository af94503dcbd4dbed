import { createHash } from 'node:crypto'
import { z } from 'zod'
import { formatCount } from '#base/counts.ts'
import { AppError } from '#platform/http/errors/app-error.ts'

/** The text of a campaign. Equal texts are one campaign, for every sender and time. */
export type CampaignContent = { subject: string; message: string }

const maxSubjectLength = 200
const maxMessageLength = 20_000

// Control characters, except line breaks and tabs.
const controls = /[\p{Cc}\u2028\u2029]/u
const unprintable = /(?![\n\t])\p{Cc}/gu

const Body = z.object({ subject: z.string(), message: z.string() })

/** The text of a request, normalised. Refuses bad_request with a message for the owner. */
export function readCampaignContent(body: unknown): CampaignContent {
  const parsed = Body.safeParse(body)
  if (!parsed.success) throw new AppError('bad_request', 'Please enter a subject and a message.')
  const content = normalise(parsed.data)
  if (content.subject === '') throw new AppError('bad_request', 'Please enter a subject.')
  if (controls.test(content.subject))
    throw new AppError('bad_request', 'The subject must be a single line of plain text.')
  if (content.message === '') throw new AppError('bad_request', 'Please enter a message.')
  for (const [name, text, most] of [
    ['subject', content.subject, maxSubjectLength],
    ['message', content.message, maxMessageLength],
  ] as const) {
    if (text.length > most) {
      throw new AppError('bad_request', `The ${name} is too long: at most ${formatCount(most)} characters.`)
    }
  }
  return content
}

/** One form of equal texts: one kind of line break, trimmed, nothing unprintable. */
function normalise({ subject, message }: CampaignContent): CampaignContent {
  return {
    subject: subject.normalize('NFC').trim(),
    message: message.normalize('NFC').replaceAll(/\r\n?/g, '\n').replaceAll(unprintable, '').trim(),
  }
}

/** The campaign's key: SHA-256 in hex. */
export function contentHash({ subject, message }: CampaignContent): string {
  return createHash('sha256').update(`${subject}\0${message}`).digest('hex')
}
