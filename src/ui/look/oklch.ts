/** A colour by how light it looks (0 to 1), how strong (chroma) and its hue in degrees. */
export type Oklch = { l: number; c: number; h: number }

/** A colour as OKLCH: Björn Ottosson's matrices, https://bottosson.github.io/posts/oklab. */
export function oklchOf(hex: string): Oklch {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => linear(Number.parseInt(hex.slice(at, at + 2), 16) / 255))
  const long = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const medium = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const short = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const a = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short
  const bee = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short
  return {
    l: 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short,
    c: Math.hypot(a, bee),
    h: (Math.atan2(bee, a) * 180) / Math.PI,
  }
}

/** As `#rrggbb`. What no screen shows is made weaker, never another hue. */
export function hexOf({ l, c, h }: Oklch): string {
  const light = Math.min(1, Math.max(0, l))
  if (isShown(rgbOf({ l: light, c, h }))) return hex(rgbOf({ l: light, c, h }))
  let [weak, strong] = [0, c]
  for (let step = 0; step < 24; step++) {
    const middle = (weak + strong) / 2
    if (isShown(rgbOf({ l: light, c: middle, h }))) weak = middle
    else strong = middle
  }
  return hex(rgbOf({ l: light, c: weak, h }))
}

function rgbOf({ l, c, h }: Oklch): number[] {
  const [a, b] = [c * Math.cos((h * Math.PI) / 180), c * Math.sin((h * Math.PI) / 180)]
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ]
}

const isShown = (rgb: number[]) => rgb.every((part) => part >= -0.0005 && part <= 1.0005)

function hex(rgb: number[]): string {
  const parts = rgb.map((part) => Math.round(Math.min(1, Math.max(0, curved(Math.max(0, part)))) * 255))
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

const linear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
const curved = (part: number) => (part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055)
