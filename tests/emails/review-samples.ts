import { order, siteUrl } from '#app/emails/sample-data.ts'
import { reviewDeclined } from '#features/reviews/asking/review-declined.email.ts'
import { reviewRequest } from '#features/reviews/asking/review-request.email.ts'
import { composeEmail } from '#mail/compose-email.tsx'
import type { EmailContent } from '#mail/email-blocks.ts'
import { markup, unbroken } from './hostile.ts'
import type { Sample } from './samples.ts'

const reviewUrl = `${siteUrl}/review/Sn8sHppVT3-LHX0_OlJKTk9nR2hJa0xtTm9QcVJzVHVWd1h5`
const delivered = { ...order, status: 'delivered' as const }
const left = { garment: 'Mary Dress', reason: 'personal_data' as const, note: 'The telephone number in the last line.' }

function sample(name: string, content: EmailContent): Sample {
  return { name: `review-${name}`, write: () => composeEmail(content), isExtreme: /hostile/.test(name) }
}

export const reviewSamples: Sample[] = [
  sample('request', reviewRequest(delivered, ['Mary Dress'], reviewUrl)),
  sample('request-several', reviewRequest(delivered, ['Mary Dress', 'Esther Gown'], reviewUrl)),
  sample('request-hostile', reviewRequest({ ...delivered, customerName: markup }, [markup, unbroken], reviewUrl)),
  sample('declined', reviewDeclined(delivered, left, reviewUrl)),
  sample('declined-hostile', reviewDeclined(delivered, { ...left, garment: unbroken, note: markup }, reviewUrl)),
]
