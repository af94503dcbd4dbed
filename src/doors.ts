import type { Hono } from 'hono'
import type { Env } from '#infrastructure/http/env.ts'
import type { Shop } from './open-shop.ts'

/** Tables of `public` that /rest/v1 shows; the policies decide what of them. */
export const exposedTables = [
  'products',
  'pre_orders',
  'order_lines',
  'email_signups',
  'user_roles',
  'discount_codes',
] as const

/** Every API beside the data surface, each under its address. */
export function openDoors(_shop: Shop): (app: Hono<Env>) => void {
  return (_app) => undefined
}
