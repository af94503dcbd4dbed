import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { matchPath, Navigate, Outlet, useLocation } from 'react-router'
import { adminMeta } from '#admin/admin-meta.ts'
import { isShellOutdated } from '#admin/outdated-shell.ts'
import { useStaff } from '#admin/staff.ts'
import { useProductForm } from '#features/catalogue/admin/use-product-form.ts'
import { isOutdatedPage } from '#platform/client/backend-client.ts'
import { queryClient } from '#platform/client/query-client.ts'
import type { Route } from './+types/admin.layout.ts'
import { AdminFrame } from './admin-frame.tsx'
import { AccessDenied, AccountSpinner, AdminGate, requireSession } from './admin-gate.tsx'
import { opensScreen, screens } from './screens.ts'
import './admin.css'

/** Every page of the back office is below this layout: a screen may assume a role that opens it, and the query client. */
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [requireSession]

/** Without a client loader the router would skip the middleware on the first page of a visit. */
export function clientLoader() {
  return null
}

export { AccountSpinner as HydrateFallback }

/** The title of a screen that `screens` gives one; any other screen exports its own. */
export const meta: Route.MetaFunction = ({ location }) =>
  adminMeta(screenAt(location.pathname)?.title ?? 'Admin Dashboard')

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
 * The screen of the address, for the roles that open it. The dashboard of a helper without one is the first screen of
 * hers. A screen with a title is shown in the frame; any other draws its own. Screens read the product form
 * with `useOutletContext`: a reload, another screen or a sign-in loses nothing of it.
 */
function Screens() {
  const { pathname, search } = useLocation()
  const { role } = useStaff()
  const shown = screenAt(pathname)
  const productForm = useProductForm()
  const screen = <Outlet context={productForm} />
  useEffect(keepNumbersWhileScrolling, [])
  useNewVersion(`${pathname} ${new URLSearchParams(search).get('tab')}`, { isHeld: productForm.form !== null })
  if (shown && !opensScreen(role, shown)) {
    const own = shown.path === 'admin' && screens.find((each) => each.menu && opensScreen(role, each))
    return own ? <Navigate to={`/${own.path}`} replace /> : <AccessDenied />
  }
  return shown?.title ? <AdminFrame title={shown.title}>{screen}</AdminFrame> : screen
}

/** The mouse's wheel would change the number of a field that has the focus: the field loses it first. */
function keepNumbersWhileScrolling() {
  const release = ({ target }: Event) => {
    if (target instanceof HTMLInputElement && target.type === 'number') target.blur()
  }
  document.addEventListener('wheel', release, { passive: true })
  return () => document.removeEventListener('wheel', release)
}

/**
 * Loads the page anew on the way to another screen once the program has another version, as an open page would misread
 * it, or once its owner has changed what the shell shows.
 * Not while the product form is open, or a change is being sent.
 */
function useNewVersion(screen: string, { isHeld }: { isHeld: boolean }): void {
  const shown = useRef(screen)
  useEffect(() => {
    if (shown.current === screen) return
    shown.current = screen
    if (!isHeld && (isOutdatedPage() || isShellOutdated()) && queryClient.isMutating() === 0) window.location.reload()
  }, [screen, isHeld])
}

function screenAt(pathname: string) {
  return screens.find(({ path }) => matchPath(`/${path}`, pathname))
}
