/** Body measurements in centimetres, from and to. */
export type Span = readonly [from: number, to: number]

/**
 * A size of the shop. `size`: its first name, which garments, carts and orders keep; `name`: what it is called now. Body
 * measurements in centimetres; neighbouring sizes share an edge. `eu`, `us`: the same in other countries, or empty.
 */
export type SizeRow = { size: string; name: string; eu: string; us: string; bust: Span; waist: Span; hips: Span }

/**
 * The sizes that a fresh shop begins with, smallest first; the owner changes them in the settings. Apart from
 * `shop.config.ts`, because every page loads that and few have the chart.
 */
export const sizes: readonly SizeRow[] = [
  { size: '8-10', name: '8-10', eu: '36–38', us: '4–6', bust: [83, 88], waist: [66, 71], hips: [91, 96] },
  { size: '10-12', name: '10-12', eu: '38–40', us: '6–8', bust: [88, 93], waist: [71, 76], hips: [96, 101] },
  { size: '12-14', name: '12-14', eu: '40–42', us: '8–10', bust: [93, 98], waist: [76, 81], hips: [101, 106] },
  { size: '14-16', name: '14-16', eu: '42–44', us: '10–12', bust: [98, 103], waist: [81, 86], hips: [106, 111] },
  { size: '16-18', name: '16-18', eu: '44–46', us: '12–14', bust: [103, 108], waist: [86, 91], hips: [111, 116] },
]
