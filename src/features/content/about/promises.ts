import { shop } from '#shop'

const answerDays = shop.policies.responseDays.replace('-', '–')

/** The shop's promises: the program keeps each of them, or the person who answers e-mails. */
export const promises = [
  'You see the day by which a garment leaves us before you pay, and again in your confirmation.',
  'If we cannot keep that day you hear it from us at once, and you may have your money back.',
  'The date at which a pre-order ends is real. It does not start again.',
  'You are never charged a sum that your cart did not show.',
  `Whoever writes to us is answered by a person, within ${answerDays} business days.`,
  'What a garment is made of stands on its page, fibre by fibre, and so does how to care for it.',
]

/** Modesty in measurable terms. */
export const modest: readonly (readonly [string, string])[] = [
  ['Sleeves', 'To the wrist or below the elbow, and cut wide enough to stay there when you reach up.'],
  ['Necklines', 'At the collar bone or above it, and they keep their place when you bend.'],
  ['Hems', 'Dresses and skirts end below the knee at the very least, most of them at the calf or the ankle.'],
  [
    'Cloth',
    'Not to be seen through. Where a light cloth needs it, there is a lining, or the page says that you want a slip.',
  ],
]
