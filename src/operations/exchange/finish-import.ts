import type { DumpTable } from '#platform/exchange/read-dump.ts'
import { notAgain, otherFolder } from '../backup/restore-shop.ts'

/** Without the mark of another picture store, and without the fourteen products of a new shop. */
const settings = [
  `delete from private.settings where name = 'storage.shop'`,
  `insert into private.settings (name, value) values ('catalogue.opened', 'true') on conflict (name) do nothing`,
]

const derivedTables = [
  `delete from private.product_search`,
  `delete from private.search_vocabulary`,
  `select private.index_product(p) from public.products p`,
  `delete from private.signup_counts`,
  `insert into private.signup_counts (subscribed, unconfirmed, unsubscribed)
     select count(*) filter (where unsubscribed_at is null and confirmed_at is not null),
       count(*) filter (where unsubscribed_at is null and confirmed_at is null),
       count(*) filter (where unsubscribed_at is not null) from public.email_signups`,
]

/** A product with one picture by its URL, as the project stored it: the list follows, with size and placeholder. */
const listsOfPictures = `update public.products p set pictures = jsonb_build_array(jsonb_strip_nulls(jsonb_build_object(
    'url', p.image_url, 'width', o.picture -> 'width', 'height', o.picture -> 'height', 'blur', o.picture -> 'blur')))
  from public.products q left join storage.objects o
    on o.bucket_id = 'product-images' and o.name = private.object_name_from_url(q.image_url)
  where q.id = p.id and p.image_url is not null`

const availability = `insert into private.product_availability (product_id, published_at)
  select id, created_at from public.products where active on conflict (product_id) do nothing`

/** An order belongs to the account with its confirmed address, as in the trigger `link_orders`. */
const ordersOfAccounts = `update public.pre_orders o set user_id = u.id from auth.users u
  where o.user_id is null and lower(o.customer_email) = lower(u.email) and u.email_confirmed_at is not null
    and not u.is_sso_user and u.deleted_at is null`

/** What the triggers of a sign-up write. */
const consents = [
  `insert into private.suppressions (address_hash, reason, at)
     select private.address_hash(email), coalesce(unsubscribe_reason, 'unsubscribed'), unsubscribed_at
     from public.email_signups where unsubscribed_at is not null on conflict do nothing`,
  `insert into private.consent_log (at, email, event, source, consent_text, signup_id)
     select consented_at, email, 'imported', source, consent_text, id from public.email_signups order by created_at`,
]

/**
 * What follows from the rows of a dump: made only where the dump does not have it, as one of a hosted project does not.
 */
export function finishImport(dump: ReadonlyMap<string, DumpTable>): string[] {
  const lacks = (table: string, column?: string) => {
    const columns = dump.get(table)?.columns
    return columns === undefined || (column !== undefined && !columns.includes(column))
  }
  return [
    ...(lacks('public.products', 'pictures') ? [listsOfPictures] : []),
    ...(lacks('private.product_availability') ? [availability] : []),
    ...(lacks('private.product_availability', 'last_public') ? ['select private.fill_last_public()'] : []),
    ...(lacks('public.pre_orders', 'user_id') ? [ordersOfAccounts] : []),
    ...(lacks('private.consent_log') && lacks('private.suppressions') ? consents : []),
    ...derivedTables,
    ...settings,
    ...notAgain('It was waiting when this shop was imported, and may have been sent before'),
    otherFolder,
  ]
}
