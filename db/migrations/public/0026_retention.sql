-- How the audit log is shortened and loses personal data. The service can only read it and add to it; these functions delete
-- by age or empty the entries of named orders, and do nothing else.

create policy "triggers may read" on private.audit_log for select to shop_triggers using (true);
create policy "triggers may update" on private.audit_log for update to shop_triggers using (true) with check (true);
create policy "triggers may delete" on private.audit_log for delete to shop_triggers using (true);

-- The first day whose sales must still be on record: six years after the end of the tax year they fall in (6 April to 5 April).
create function private.tax_records_since() returns timestamptz language sql stable set search_path = '' as $$
  select (make_date(date_part('year', day)::integer
      - case when (date_part('month', day), date_part('day', day)) < (4, 6) then 1 else 0 end, 4, 6))::timestamp
    at time zone 'Europe/London'
    from (select (public.shop_now() at time zone 'Europe/London') - interval '6 years' as day) as six_years_ago
$$;
revoke all on function private.tax_records_since() from public;
grant execute on function private.tax_records_since() to service_role;

-- Whether entries of this table belong to orders, and so to the records of sales. Reviews count too: their rows stay with the order.
create function private.is_about_orders(table_name text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(table_name, '') in ('pre_orders', 'order_lines', 'refunds', 'disputes', 'order_delays', 'returns',
    'payment_discrepancies', 'reviews')
$$;

-- Deletes entries about everything else: products, settings, codes, roles, campaigns. Refuses to delete from the last year.
-- Entries of a product stay as long as the product: the waitlist reads its last public values from them.
create function private.forget_audit_log(p_before timestamptz, p_most integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  deleted integer;
begin
  if p_before is null or p_before > public.shop_now() - interval '1 year' then
    raise exception 'The audit log is kept for a year at least' using errcode = '22023';
  end if;
  with old as (
    select log.id from private.audit_log as log
     where not private.is_about_orders(log.table_name) and log.at < p_before
       and not (log.table_name = 'products' and log.row_id in (select product.id::text from public.products as product))
     order by log.at limit p_most for update skip locked)
  delete from private.audit_log as log using old where log.id = old.id;
  get diagnostics deleted = row_count;
  return deleted;
end $$;

-- Deletes entries about orders from before the records that must be kept. Those of an order that still has its customer, because a
-- refund or dispute came later, stay with it.
create function private.forget_order_audit(p_most integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  deleted integer;
begin
  with old as (
    select log.id from private.audit_log as log
     where private.is_about_orders(log.table_name) and log.at < private.tax_records_since()
       and not exists (select from public.pre_orders as placed
         where placed.id = case when log.row_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then log.row_id::uuid end
           and coalesce(placed.customer_email, placed.customer_name) is not null)
     order by log.at limit p_most for update skip locked)
  delete from private.audit_log as log using old where log.id = old.id;
  get diagnostics deleted = row_count;
  return deleted;
end $$;

-- Empties network addresses after ninety days: by then they serve no search for an abuse or a fault.
create function private.forget_audit_networks(p_most integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  emptied integer;
begin
  with old as (
    select log.id from private.audit_log as log
     where log.ip is not null and log.at < public.shop_now() - interval '90 days'
     order by log.at limit p_most for update skip locked)
  update private.audit_log as log set ip = null from old where log.id = old.id;
  get diagnostics emptied = row_count;
  return emptied;
end $$;

-- Removes the customer from the entries of these orders and reviews. What was sold, paid, refunded and sent stays.
create function private.redact_order_audit(p_rows uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  personal constant text[] := array['customer_name', 'customer_email', 'customer_phone', 'shipping_address', 'shipping_city',
    'shipping_postcode', 'notes', 'gift_note', 'user_id', 'cart_id', 'cart_fingerprint', 'payment_session_url'];
begin
  update private.audit_log as log set ip = null, before = log.before - personal, after = log.after - personal
   where log.table_name in ('pre_orders', 'order_lines', 'refunds', 'disputes', 'order_delays', 'returns',
       'reviews')
     and log.row_id = any (select each::text from unnest(p_rows) as each);
end $$;

-- Removes the network addresses of an account from the log. Its id stays: it names nobody once the account is erased.
create function private.redact_audit_networks(p_user uuid) returns void
language sql security definer set search_path = '' as $$
  update private.audit_log as log set ip = null where log.actor = p_user and log.ip is not null
$$;

-- Deletes the entries of orders that are deleted and were never paid, by the log's own evidence.
create function private.forget_unpaid_audit(p_orders uuid[]) returns void
language sql security definer set search_path = '' as $$
  delete from private.audit_log as log
   where log.table_name in ('pre_orders', 'order_lines')
     and log.row_id in (
       select each::text from unnest(p_orders) as each
        where not exists (select from public.pre_orders as placed where placed.id = each)
          and not exists (select from private.audit_log as paid
            where paid.table_name = 'pre_orders' and paid.row_id = each::text
              and ('paid' in (paid.before ->> 'payment_status', paid.after ->> 'payment_status')
                or coalesce(paid.before ->> 'paid_at', paid.after ->> 'paid_at') is not null)))
$$;

do $$
declare function regprocedure;
begin
  foreach function in array array['private.forget_audit_log(timestamptz, integer)', 'private.forget_order_audit(integer)',
    'private.forget_audit_networks(integer)', 'private.redact_order_audit(uuid[])', 'private.redact_audit_networks(uuid)',
    'private.forget_unpaid_audit(uuid[])']::regprocedure[] loop
    execute format('revoke all on function %s from public', function);
    execute format('grant execute on function %s to service_role', function);
  end loop;
end $$;
