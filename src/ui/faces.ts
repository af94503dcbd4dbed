import sansUrl from './fonts/alegreya-sans-400.woff2?url'
import labelUrl from './fonts/alegreya-sans-500.woff2?url'
import serifUrl from './fonts/ibarra-400.woff2?url'

/** The shop's faces as a style sheet of their own, for pages written outside the website: they load nothing else of it. */
export const facesCss = [
  face('Ibarra Real Nova', '400 500', serifUrl),
  face('Alegreya Sans', '400', sansUrl),
  face('Alegreya Sans', '500 700', labelUrl),
].join('\n')

function face(family: string, weight: string, url: string): string {
  return `@font-face { font-family: '${family}'; font-weight: ${weight}; font-display: swap; src: url('${url}') format('woff2'); }`
}
