/** The letter and the stitches under it, on 64 by 64. */
const marks =
  '<path stroke-width=".7" d="M13.76 41.5L13.76 40.62L16.75 40.08Q18.76 39.69 19.32 39.2Q19.89 38.71 19.89 37.18L19.89 12.82Q19.89 11.25 19.32 10.76Q18.76 10.27 16.75 9.92L13.76 9.38L13.76 8.5L30.43 8.5L30.43 9.38L27.44 9.92Q25.43 10.27 24.87 10.76Q24.3 11.25 24.3 12.82L24.3 26.25L39.6 12.67Q41.12 11.39 40.9 10.78Q40.68 10.17 38.67 9.77L36.66 9.38L36.66 8.5L49.46 8.5L49.46 9.38L47.2 9.87Q45.97 10.12 44.99 10.56Q44.01 11 42.96 11.79Q41.9 12.57 40.43 13.84L31.36 21.69L46.61 38.8Q47.45 39.73 48.23 40.05Q49.01 40.37 50.24 40.62L50.24 41.5L46.42 41.5Q44.36 41.5 42.98 40.94Q41.61 40.37 40.34 39L27.59 25.17L24.3 28.16L24.3 37.18Q24.3 38.71 24.87 39.2Q25.43 39.69 27.44 40.08L30.43 40.62L30.43 41.5Z"/>' +
  '<path stroke-width="1.6" stroke-dasharray="4.2 2.6" d="M16.3 48.6h31.4"/>'

export type IconShape = 'round' | 'square'

/** The icon as SVG. `css`: the colours of `.ground` and `.marks`. A square is for devices that cut their own shape. */
export function drawIcon(css: string, shape: IconShape = 'round'): string {
  const ground =
    shape === 'round' ? '<circle class="ground" cx="32" cy="32" r="32"/>' : '<path class="ground" d="M0 0h64v64H0z"/>'
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><style>${css}</style>${ground}<g class="marks">${marks}</g></svg>`
}
