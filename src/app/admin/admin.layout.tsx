import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { matchPath, Outlet, useLocation } from 'react-router'
import { adminMeta } from '#admin/admin-meta.ts'
import { useProductForm } from '#features/catalogue/admin/use-product-form.ts'
import { isOutdatedPage } from '#platform/client/backend-client.ts'
import { queryClient } from '#platform/client/query-client.ts'
import type { Route } from './+types/admin.layout.ts'
import { AdminFrame } from './admin-frame.tsx'
import { AccountSpinner, AdminGate, requireSession } from './admin-gate.tsx'
import { screens } from './screens.ts'
import './admin.css'

/** Every page of the back office is below this layout: a screen may assume an administrator and the query client. */
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [requireSession]

/** Without a client loader the router would skip the middleware on the first page of a visit. */
export function clientLoader() {
  return null
}

export { AccountSpinner as HydrateFallback }

/** The title of a screen that `screens` gives one; any other screen exports its own. */
export const meta: Route.MetaFunction = ({ location }) => adminMeta(titleAt(location.pathname) ?? 'Admin Dashboard')

export default function AdminLayout() {
  return (
    <QueryClientProvider client={queryClient}>
      <AdminGate>
        <Screens />
      </AdminGate>
    </QueryClientProvider>
  )
}

/**
 * A screen with a title is shown in the frame; any other draws its own. Screens read the product form
 * with `useOutletContext`: a reload, another screen or a sign-in loses nothing of it.
 */
function Screens() {
  const { pathname, search } = useLocation()
  const title = titleAt(pathname)
  const productForm = useProductForm()
  const screen = <Outlet context={productForm} />
  useNewVersion(`${pathname} ${new URLSearchParams(search).get('tab')}`, { isHeld: productForm.form !== null })
  return title ? <AdminFrame title={title}>{screen}</AdminFrame> : screen
}

/**
 * Loads the page anew on the way to another screen once the program has another version: an open page would misread it.
 * Not while the product form is open, or a change is being sent.
 */
function useNewVersion(screen: string, { isHeld }: { isHeld: boolean }): void {
  const shown = useRef(screen)
  useEffect(() => {
    if (shown.current === screen) return
    shown.current = screen
    if (!isHeld && isOutdatedPage() && queryClient.isMutating() === 0) window.location.reload()
  }, [screen, isHeld])
}

function titleAt(pathname: string): string | undefined {
  return screens.find(({ path }) => matchPath(`/${path}`, pathname))?.title
}
