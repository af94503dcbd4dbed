import type { OrderRow } from './order.ts'

/** An order for tests: paid, to be made. */
export function someOrder(facts: Partial<OrderRow>): OrderRow {
  return {
    id: '7d3f3a52-4a4e-4f7f-9a55-1c8b1d5f2f10',
    order_number: 'TKW-AB12C3',
    customer_name: 'Miriam Okafor',
    customer_email: 'miriam@example.com',
    customer_phone: null,
    product_name: 'Ruth Skirt',
    product_size: '10-12',
    product_price: 62,
    discount_amount: 0,
    shipping_amount: 4.5,
    final_amount: 66.5,
    shipping_address: '7 Chapel Lane',
    shipping_city: 'Leeds',
    shipping_postcode: 'LS1 4AP',
    shipping_country: 'GB',
    delivery_service: 'tracked-48',
    notes: null,
    payment_status: 'paid',
    order_status: 'pending',
    tracking_number: null,
    shipping_carrier: 'Royal Mail',
    shipped_at: null,
    ready_at: null,
    order_view: 'to_make',
    created_at: '2026-11-10T09:00:00.000Z',
    paid_at: '2026-11-10T09:01:00.000Z',
    payment_state: 'paid',
    refunded_amount: 0,
    dispatch_by: '2026-11-24',
    needs_review: null,
    version: 1,
    ...facts,
  }
}
