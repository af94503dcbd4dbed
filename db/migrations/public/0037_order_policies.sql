-- Reads of customers use indexes: the work of a signed-in account grows with its own orders, not with the shop.

-- The start of a range that holds every row for an administrator and no row for other callers. PostgreSQL cannot search an index
-- for `(select private.is_admin())`, which names no column, and reads the whole table. It can for a range, also in an `or`. It
-- takes a range with an unknown start for a two-hundredth of the rows, and two of them for a forty-thousandth, so it never
-- prefers to read the table in another order until enough rows are found. The sub-select is evaluated once for a statement.
create function private.first_time_of_administrators() returns timestamptz language sql stable as $$
  select case when private.is_admin() then '-infinity'::timestamptz end
$$;
create function private.first_id_of_administrators() returns uuid language sql stable as $$
  select case when private.is_admin() then '00000000-0000-0000-0000-000000000000'::uuid end
$$;

alter policy "customers see their own orders, administrators all" on public.pre_orders
  using ((user_id = (select auth.uid()) and not (select private.needs_second_factor()))
    or (created_at between (select private.first_time_of_administrators()) and 'infinity'
      and id between (select private.first_id_of_administrators()) and 'ffffffff-ffff-ffff-ffff-ffffffffffff'));
alter policy "administrators change orders" on public.pre_orders
  using (created_at between (select private.first_time_of_administrators()) and 'infinity'
    and id between (select private.first_id_of_administrators()) and 'ffffffff-ffff-ffff-ffff-ffffffffffff');
alter policy "administrators delete orders that cannot be paid" on public.pre_orders
  using (created_at between (select private.first_time_of_administrators()) and 'infinity'
    and id between (select private.first_id_of_administrators()) and 'ffffffff-ffff-ffff-ffff-ffffffffffff'
    and paid_at is null and payment_status = 'pending'
    and (payment_state in ('expired', 'failed') or payment_session_expires_at is null));

-- The orders of the sub-select are read under their own policies.
alter policy "readers of an order see its lines" on public.order_lines
  using (order_id = any (array(select id from public.pre_orders where user_id = (select auth.uid())))
    or (order_id between (select private.first_id_of_administrators()) and 'ffffffff-ffff-ffff-ffff-ffffffffffff'
      and position between (select case when private.is_admin() then -32768 end)::smallint and 32767::smallint));

alter policy "administrators read sign-ups" on public.email_signups
  using (created_at between (select private.first_time_of_administrators()) and 'infinity'
    and id between (select private.first_id_of_administrators()) and 'ffffffff-ffff-ffff-ffff-ffffffffffff');
alter policy "administrators change sign-ups" on public.email_signups
  using (created_at between (select private.first_time_of_administrators()) and 'infinity'
    and id between (select private.first_id_of_administrators()) and 'ffffffff-ffff-ffff-ffff-ffffffffffff');
alter policy "administrators delete sign-ups" on public.email_signups
  using (created_at between (select private.first_time_of_administrators()) and 'infinity'
    and id between (select private.first_id_of_administrators()) and 'ffffffff-ffff-ffff-ffff-ffffffffffff');

-- A list of objects is one bucket's.
alter policy "administrators manage objects" on storage.objects
  using (bucket_id >= (select case when private.is_admin() then '' end));
