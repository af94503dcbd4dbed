export const fits = ['small', 'true', 'large'] as const
/** How a garment turned out against its size chart, in the customer's judgement. */
export type Fit = (typeof fits)[number]

export const declineReasons = ['insult', 'personal_data', 'not_about_the_garment', 'unlawful'] as const
/** The only reasons to leave a review out. The column `reviews.declined_reason` has the same. */
export type DeclineReason = (typeof declineReasons)[number]

/** Private: photographs of reviews that are not published. */
export const reviewPhotographs = 'review-photographs'
/** Public: photographs of published reviews. */
export const reviewPictures = 'review-pictures'

export const mostPhotographs = 3
export const longestWords = 3_000
export const longestName = 40
export const longestAnswer = 2_000
export const longestNote = 1_000

export const fitLabels: Record<Fit, string> = { small: 'Small', true: 'True to size', large: 'Large' }

/** Why a review was left out, after 'because'. */
export const declineLabels: Record<DeclineReason, string> = {
  insult: 'it insults someone',
  personal_data: 'it contains personal data',
  not_about_the_garment: 'it isn’t about the garment',
  unlawful: 'it contains something unlawful',
}

/**
 * How reviews are checked, wherever they are shown: DMCC Act 2024, schedule 20, and directive 2005/29/EC, article 7(6),
 * ask for it.
 */
export const howReviewsAreChecked =
  'Only customers who bought the garment here get the link to review it. We publish every review, whatever its ' +
  'star rating. We leave one out only if it insults someone, contains personal data, isn’t about the garment or is ' +
  'unlawful. We give nothing in return for a review.'

/** What a customer agrees to beside the form; stored with the review. */
export const reviewConsent =
  'Publish my review, with the name above, my size, height and photographs. I can erase it ' +
  'at any time using the link in your e-mail.'
