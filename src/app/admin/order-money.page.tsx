import { adminMeta } from '#admin/admin-meta.ts'
import { OrderMoney } from '#features/payments/admin/order-money/order-money.tsx'
import { Link } from '#ui/link.tsx'
import type { Route } from './+types/order-money.page.ts'
import { AdminFrame } from './admin-frame.tsx'

export function meta({ params }: Route.MetaArgs) {
  return adminMeta(`Order ${params.orderNumber}`)
}

export default function OrderMoneyPage({ params: { orderNumber } }: Route.ComponentProps) {
  return (
    <AdminFrame
      title={
        <>
          Order <span className="wrap-any inline-block max-w-full">{orderNumber}</span>
        </>
      }
    >
      <p className="flex flex-wrap gap-x-8 pt-4">
        <Link
          to={`/admin?tab=orders&order=${encodeURIComponent(orderNumber)}`}
          className="inline-flex min-h-11 items-center text-ink-soft hover:text-mulberry"
        >
          <span className="link">View the order</span>
        </Link>
        <Link to="/admin/money" className="inline-flex min-h-11 items-center text-ink-soft hover:text-mulberry">
          <span className="link">All payments</span>
        </Link>
      </p>
      <OrderMoney key={orderNumber} orderNumber={orderNumber} />
    </AdminFrame>
  )
}
