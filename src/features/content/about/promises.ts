import { shop } from '#shop'

const answerDays = shop.policies.responseDays.replace('-', '–')

/** The shop's promises: the program keeps each of them, or the person who answers e-mails. */
export const promises = [
  'You see the latest dispatch date before you pay, and again in your confirmation.',
  'If we can’t keep that date, we tell you at once and you can have your money back.',
  'Pre-order deadlines are real; we don’t extend them.',
  'You never pay a total your cart didn’t show you.',
  `A person answers every message, within ${answerDays} business days.`,
  'Every garment page lists its fabric, fibre by fibre, and how to care for it.',
]

/** Modesty in measurable terms. */
export const modest: readonly (readonly [string, string])[] = [
  ['Sleeves', 'To the wrist or below the elbow, cut wide enough to stay put when you reach up.'],
  ['Necklines', 'At the collarbone or above, and they stay in place when you bend.'],
  ['Hems', 'Dresses and skirts always end below the knee, most at the calf or the ankle.'],
  ['Cloth', 'Opaque. Where a light cloth needs it there is a lining, or the page suggests a slip.'],
]
