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
