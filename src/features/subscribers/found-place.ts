import type { RouterContextProvider } from 'react-router'
import { pageNotesContext } from '#platform/pages/page-context.ts'

/** What a letter's page shows: null for a link that is none of ours. While nobody can say, the page is answered with 503. */
export function foundPlace<Place extends object>(
  asked: Place | 'no-such-link' | 'unavailable',
  context: Readonly<RouterContextProvider>,
): Place | null {
  if (asked === 'unavailable') {
    context.get(pageNotesContext).unavailable()
    throw new Error('The place on the list could not be asked for')
  }
  return asked === 'no-such-link' ? null : asked
}
