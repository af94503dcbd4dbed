import { type Upload, uploadPhotograph } from '#features/orders/returns/upload-photograph.ts'
import { call } from '#platform/client/functions.ts'
import { sendForm, type Wrong } from '#platform/client/send-form.ts'
import { reviewPhotographs } from '../review.ts'

/** The fields as they were typed; the server says what is wrong with them. */
type TypedReview = {
  token: string
  line: number
  stars: number | null
  fit: string | undefined
  words: string
  height_cm: number | null
  name: string
  photographs: string[]
  consent: boolean
}

const unreachable = 'That didn’t reach us. What you typed is still here: please check your connection and try again.'
const fields = ['stars', 'fit', 'words', 'height_cm', 'name', 'photographs', 'consent']

/** Sends a review; null on success. Never throws. Browser only. */
export function sendReview(review: TypedReview): Promise<Wrong | null> {
  return sendForm('save-review', review, { fields, unreachable })
}

/** Erases the review of a line. Throws a `RequestError`. Browser only. */
export function sendErasure(token: string, line: number): Promise<unknown> {
  return call('erase-review', { token, line })
}

/** Whether the address of the order may get review requests. Throws a `RequestError`. Browser only. */
export function sendWish(token: string, wanted: boolean): Promise<unknown> {
  return call('review-requests', { token, wanted })
}

/** Uploads a photograph of a garment. Never throws. Browser only. */
export function uploadReviewPhotograph(token: string, line: number, file: File): Promise<Upload> {
  const reserve = () => call('review-photograph', { token, line })
  return uploadPhotograph(file, { bucket: reviewPhotographs, reserve })
}
