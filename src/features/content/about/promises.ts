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
  ['Necklines', 'At or near the collarbone, and they stay in place when you bend.'],
  ['Hems', 'Dresses and skirts always end below the knee, most at the calf or the ankle.'],
  ['Cloth', 'Opaque, or lined where it’s light. If you’ll want a slip in strong sun, the garment’s page says so.'],
]
