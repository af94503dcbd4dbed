import { Tabs } from 'radix-ui'
import type { ComponentType } from 'react'
import { useOutletContext, useSearchParams } from 'react-router'
import { adminMeta } from '#admin/admin-meta.ts'
import { AlertMark } from '#admin/alert-count.tsx'
import { useStaff } from '#admin/staff.ts'
import { CampaignTab } from '#features/campaigns/admin/campaign-tab.tsx'
import { ProductsTab } from '#features/catalogue/admin/products-tab.tsx'
import type { ProductFormState } from '#features/catalogue/admin/use-product-form.ts'
import { PaymentLinkSection } from '#features/checkout/links/admin/payment-link-section.tsx'
import { OrderMoneyContext } from '#features/orders/admin/details/order-money-fold.tsx'
import { OrdersTab } from '#features/orders/admin/list/orders-tab.tsx'
import { lateAlerts } from '#features/orders/admin/order-queries.ts'
import { PostageContext, type PostageSlots } from '#features/orders/admin/postage-slots.tsx'
import { InOrderDetails } from '#features/payments/admin/order-money/money-section.tsx'
import { OrderMoney } from '#features/payments/admin/order-money/order-money.tsx'
import { PostageAction } from '#features/postage/admin/postage-action.tsx'
import { PostageNote, PostageParcels } from '#features/postage/admin/postage-note.tsx'
import { PostagePart } from '#features/postage/admin/postage-part.tsx'
import { BackupLine } from '#operations/backup/backup-line.tsx'
import { ProblemsInbox } from '#operations/problems/problems-inbox.tsx'
import { StartLine } from '#operations/start/start-line.tsx'
import { AdminFrame } from './admin-frame.tsx'

/** The dashboard's tabs in order; the first is open unless the address names another. A helper of the pages has the first. */
const everyTab: readonly { id: string; name: string; Panel: ComponentType<{ productForm: ProductFormState }> }[] = [
  { id: 'products', name: 'Products', Panel: ProductsTab },
  { id: 'orders', name: 'Orders', Panel: OrdersTab },
  { id: 'campaign', name: 'Email Campaign', Panel: CampaignTab },
]

export const meta = () => adminMeta('Admin Dashboard')

export default function AdminPage() {
  return (
    <AdminFrame title="Admin Dashboard" notices={<ProblemsInbox />}>
      <OrderMoneyContext value={OrderMoneyInDetails}>
        <PostageContext value={postageSlots}>
          <Dashboard />
        </PostageContext>
      </OrderMoneyContext>
    </AdminFrame>
  )
}

const postageSlots: PostageSlots = {
  Parcels: PostageParcels,
  Action: PostageAction,
  Note: PostageNote,
  Part: PostagePart,
}

function OrderMoneyInDetails(props: { orderNumber: string }) {
  return (
    <InOrderDetails value>
      <PaymentLinkSection {...props} />
      <OrderMoney {...props} />
    </InOrderDetails>
  )
}

/** The open tab is in the address, so that it can be bookmarked and returned to. */
function Dashboard() {
  const [query, setQuery] = useSearchParams()
  const productForm = useOutletContext<ProductFormState>()
  const { role } = useStaff()
  const tabs = role === 'admin' ? everyTab : everyTab.slice(0, 1)
  const open = tabs.find(({ id }) => id === query.get('tab'))?.id ?? 'products'
  return (
    <Tabs.Root value={open} onValueChange={(tab) => setQuery({ tab }, { preventScrollReset: true })}>
      <Tabs.List aria-label="Admin Dashboard" className="-mx-1 flex gap-x-8 overflow-x-auto px-1">
        {tabs.map(({ id, name }) => (
          <Tabs.Trigger
            key={id}
            value={id}
            className="min-h-11 whitespace-nowrap border-transparent border-b-[1.5px] font-serif text-ink-soft text-name leading-tight hover:text-mulberry data-[state=active]:border-mulberry data-[state=active]:text-ink"
          >
            {name}
            {id === 'orders' && (
              // The views inside have the message; the tab keeps its name.
              <span aria-hidden="true">
                <AlertMark alerts={lateAlerts} one="order is late" many="orders are late" />
              </span>
            )}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {tabs.map(({ id, Panel }) => (
        <Tabs.Content key={id} value={id} tabIndex={-1} className="pt-2 outline-none">
          {id === 'products' && <StartLine />}
          <Panel productForm={productForm} />
          {id === 'products' && <BackupLine />}
        </Tabs.Content>
      ))}
    </Tabs.Root>
  )
}
