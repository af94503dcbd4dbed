import type { Hono } from 'hono'
import type { Env } from '#platform/http/env.ts'
import { endpoints, handle } from '#platform/http/handle.ts'
import { saveCustomerNote } from './customer-notes.ts'
import { readCustomer, writeCustomerNote } from './customers.contract.ts'
import { findCustomer } from './read-customer.ts'

/** The back office's page of a customer. */
export function customersApi(): Hono<Env> {
  return endpoints(
    handle(readCustomer, ({ db, query }) => db.asService((tx) => findCustomer(tx, query.order_number))),
    handle(writeCustomerNote, async ({ db, body }) => ({
      note: await db.asService((tx) => saveCustomerNote(tx, body)),
    })),
  )
}
