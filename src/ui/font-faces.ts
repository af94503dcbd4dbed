import sansUrl from './fonts/alegreya-sans-400.woff2?url'
import labelUrl from './fonts/alegreya-sans-500.woff2?url'
import serifUrl from './fonts/ibarra-400.woff2?url'

/** The shop's fonts as a separate style sheet, for pages outside the website, which load no other file of it. */
export const fontFaceCss = [
  face('Ibarra Real Nova', '400 500', serifUrl),
  face('Alegreya Sans', '400', sansUrl),
  face('Alegreya Sans', '500 700', labelUrl),
].join('\n')

function face(family: string, weight: string, url: string): string {
  return `@font-face { font-family: '${family}'; font-weight: ${weight}; font-display: swap; src: url('${url}') format('woff2'); }`
}
