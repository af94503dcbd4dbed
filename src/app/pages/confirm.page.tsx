import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { readMailLink } from '#features/accounts/client/confirm.ts'
import { ConfirmByCode } from '#features/accounts/sign-in/confirm-by-code.tsx'
import { ConfirmByLink } from '#features/accounts/sign-in/confirm-by-link.tsx'
import { listProducts } from '#features/catalogue/product.ts'
import { settingsContext } from '#features/settings/page-settings.ts'
import { backendContext } from '#platform/pages/page-context.ts'
import { garmentAt } from '#ui/form/form-page.tsx'
import { pageMeta, siteUrlOf } from '#ui/page-meta.ts'
import { secretPageHeaders, unlistedTags } from '#ui/secret-page.ts'
import type { Route } from './+types/confirm.page.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const { captcha } = context.get(settingsContext).signIn
  return { captcha, garment: garmentAt(await listProducts(context.get(backendContext)), 12) }
}

/** The address holds a token: the page is not cached, and not sent to other sites as a referrer. */
export const headers = () => secretPageHeaders

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta({ title: 'Confirm', path: '/confirm', siteUrl: siteUrlOf(matches) }),
  ...unlistedTags,
]

/** The page of e-mail links. It waits for a click, since mail scanners follow every link. */
export default function ConfirmPage({ loaderData }: Route.ComponentProps) {
  const { search } = useLocation()
  const [link] = useState(() => readMailLink(search))

  // Removed from the address once read, so that it is neither visible nor copied with it.
  useEffect(() => {
    if (window.location.search) window.history.replaceState(window.history.state, '', window.location.pathname)
  }, [])

  return link ? <ConfirmByLink link={link} {...loaderData} /> : <ConfirmByCode {...loaderData} />
}
