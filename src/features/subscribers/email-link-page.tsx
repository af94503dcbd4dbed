import type { SupabaseClient } from '@supabase/supabase-js'
import type { ReactNode } from 'react'
import type { RouterContextProvider } from 'react-router'
import { postTo } from '#platform/client/endpoints.ts'
import { pageNotesContext } from '#platform/pages/page-context.ts'
import { shop } from '#shop'
import { buttonLook } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { Rule } from '#ui/rule.tsx'
import type { PlaceOnList } from './subscribers.contract.ts'

type EmailLinkPageProps = { title: readonly [string, emphasised: string]; lead: ReactNode; children: ReactNode }

/** The page of an e-mail link: the state as a heading, and one or two actions. */
export function EmailLinkPage({ title: [words, emphasised], lead, children }: EmailLinkPageProps) {
  return (
    <div className="page min-h-[60svh] pt-[clamp(2rem,5vw,4.5rem)]">
      <h1 className="max-w-[12em] text-masthead leading-[0.98] tracking-[-0.018em]">
        {words} <em>{emphasised}</em>
      </h1>
      <p className="mt-6 max-w-[30em] text-lead leading-[1.4]">{lead}</p>
      <Rule className="mt-[clamp(2rem,4vw,3.25rem)] text-mulberry/60" />
      <div className="mt-[clamp(1.75rem,3.4vw,2.75rem)]">{children}</div>
    </div>
  )
}

/** A masked address, without line breaks. */
export function Masked({ address }: { address: string | null }) {
  return address === null ? 'this address' : <span className="whitespace-nowrap">{address}</span>
}

/** For an incomplete or invalid link: the likely reason, and an alternative. */
export function BrokenLink({ wish }: { wish: string }) {
  return (
    <EmailLinkPage
      title={['This link', 'is incomplete']}
      lead="E-mail programs sometimes cut a long link in two. Please open the e-mail again and follow the link in it."
    >
      <p className="measure">
        If that doesn’t help, write to{' '}
        <a href={`mailto:${shop.email}`} className="link">
          {shop.email}
        </a>{' '}
        from that address, and {wish}.
      </p>
      <p className="mt-8">
        <Link to="/" className={buttonLook('line')}>
          Return Home
        </Link>
      </p>
    </EmailLinkPage>
  )
}

/**
 * The URL contains a token: the page is not cached, not indexed, and not sent to other sites as a referrer. The shop
 * itself gets the referrer: with `no-referrer` the page's forms would lack their origin.
 */
export const emailLinkHeaders = {
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'same-origin',
  'X-Robots-Tag': 'noindex',
}

type FetchedPlace = { token: string; place: PlaceOnList } | 'no-such-link' | 'unavailable'

/** Requests the state behind an e-mail link. `url`: the page's URL, with the token in it. */
export async function fetchPlace(backend: SupabaseClient, url: string): Promise<FetchedPlace> {
  const token = new URL(url).searchParams.get('token') ?? ''
  const { data, error } = await postTo(backend, 'list-place', { token })
  if (data) return { token, place: data }
  return error?.context?.status === 400 ? 'no-such-link' : 'unavailable'
}

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
