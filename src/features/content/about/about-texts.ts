import { shop } from '#shop'

type MakingStep = { days: string; what: string; words: string }

/** The steps of making a product on its working days, in order. A time too short to divide is one step. */
export function makingSteps(productionDays: number): MakingStep[] {
  const words = {
    cut: 'We press the cloth, lay it out along the grain and cut it by hand, one garment at a time.',
    sew: 'Seams, darts and sleeves are sewn, then bound or lined, so the inside is as neat as the outside.',
    finish: 'It hangs overnight before we mark the hem, because cloth drops a little as it hangs.',
    look: 'We check every seam in daylight and tug every button. Then we fold and wrap it.',
  }
  if (productionDays < 5) {
    return [
      {
        days: spell(1, productionDays),
        what: 'From cloth to parcel',
        words: `${words.cut} ${words.sew} ${words.look}`,
      },
    ]
  }
  const sewn = Math.min(Math.round(productionDays * 0.7), productionDays - 2)
  return [
    { days: spell(1, 1), what: 'Cut', words: words.cut },
    { days: spell(2, sewn), what: 'Sewn', words: words.sew },
    { days: spell(sewn + 1, productionDays - 1), what: 'Hung, hemmed, pressed', words: words.finish },
    { days: spell(productionDays, productionDays), what: 'Checked and wrapped', words: words.look },
  ]
}

function spell(from: number, to: number): string {
  if (to <= from) return `Day ${from}`
  return to === from + 1 ? `Days ${from} and ${to}` : `Days ${from} to ${to}`
}

/** The shop's promises: the program keeps each of them, or the person who answers e-mails. */
export const promises = () => [
  'You see the latest dispatch date before you pay, and again in your confirmation.',
  'If we can’t keep that date, we tell you at once and you can have your money back.',
  'Pre-order deadlines are real; we don’t extend them.',
  'You never pay a total your cart didn’t show you.',
  `A person answers every message, within ${shop.policies.responseDays.replace('-', '–')} working days.`,
  'Every garment page lists its fabric, fibre by fibre, and how to care for it.',
]

/** Modesty in measurable terms. */
export const modest: readonly (readonly [string, string])[] = [
  ['Sleeves', 'To the wrist or below the elbow, cut wide enough to stay put when you reach up.'],
  ['Necklines', 'At or near the collarbone, and they stay in place when you bend.'],
  ['Hems', 'Dresses and skirts always end below the knee, most at the calf or the ankle.'],
  ['Cloth', 'Opaque, or lined where it’s light. If you’ll want a slip in strong sun, the garment’s page says so.'],
]
