import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet } from 'react-router'
import { AccountSpinner, AdminGate, requireSession } from '#admin/admin-gate.tsx'
import { useProductForm } from '#features/catalogue/admin/use-product-form.ts'
import { queryClient } from '#platform/client/query-client.ts'
import type { Route } from './+types/admin.layout.ts'

/** Every page of the back office is below this layout: a screen may assume an administrator and the query client. */
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [requireSession]

/** Without a client loader the router would skip the middleware on the first page of a visit. */
export function clientLoader() {
  return null
}

export { AccountSpinner as HydrateFallback }

export default function AdminLayout() {
  return (
    <QueryClientProvider client={queryClient}>
      <AdminGate>
        <Screens />
      </AdminGate>
    </QueryClientProvider>
  )
}

/** Screens read the product form with `useOutletContext`: a reload, another screen or a sign-in loses nothing of it. */
function Screens() {
  return <Outlet context={useProductForm()} />
}
