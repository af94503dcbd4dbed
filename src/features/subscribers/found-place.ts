import type { RouterContextProvider } from 'react-router'
import { pageNotesContext } from '#platform/pages/page-context.ts'

/**
 * The state that an e-mail link's page shows; null for an invalid link. If the API is unavailable the page answers 503.
 */
export function placeOrUnavailable<Place extends object>(
  place: Place | 'no-such-link' | 'unavailable',
  context: Readonly<RouterContextProvider>,
): Place | null {
  if (place === 'unavailable') {
    context.get(pageNotesContext).unavailable()
    throw new Error('the place in the list could not be read')
  }
  return place === 'no-such-link' ? null : place
}
