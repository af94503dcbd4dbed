-- Promises with a capacity (a setting, "12 pieces a week"): docs/decisions/0087-promises-with-capacity.md.

-- The work of one garment in hundredths of a piece. An order keeps that of its day; fabric samples are no work.
alter table public.products add column work_hundredths smallint not null default 100
  constraint products_work_hundredths_check check (work_hundredths between 5 and 2000);
grant insert (work_hundredths), update (work_hundredths) on public.products to authenticated;
alter table public.order_lines add column work_hundredths smallint not null default 100
  constraint order_lines_work_hundredths_check check (work_hundredths between 0 and 2000);

-- The work that each order has promised for a day and not made: of orders that are paid and not ready to post, and of unpaid
-- payment pages, but not of this order. Orders of the program before this one count their samples as garments.
create function private.promised_work(p_without uuid) returns table (order_id uuid, day date, work integer)
language sql stable set search_path = '' as $$
  select o.id, o.dispatch_by, sum(l.work_hundredths * (l.quantity - l.cancelled_quantity))::integer
    from (
      select id, dispatch_by from public.pre_orders where order_view in ('to_make', 'in_progress')
      union all
      select id, dispatch_by from public.pre_orders
       where order_view = 'unpaid' and private.is_reserved(provider_state, payment_status, order_status)
    ) as o join public.order_lines l on l.order_id = o.id
   where o.id is distinct from p_without and l.product_id <> '00000000-0000-4000-8000-0000000fab1c'
   group by o.id, o.dispatch_by
  having sum(l.work_hundredths * (l.quantity - l.cancelled_quantity)) > 0
$$;
revoke all on function private.promised_work(uuid) from public;
grant execute on function private.promised_work(uuid) to service_role;

create function private.has_capacity() returns boolean language sql stable set search_path = '' as $$
  select exists (select from private.settings where name = 'capacity' and value <> '[]')
$$;
revoke all on function private.has_capacity() from public;
grant execute on function private.has_capacity() to service_role;

-- Pages show days that follow from the promised work: each program reads it again, where there is a capacity.
create function private.notify_promised_work() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if private.has_capacity() then
    perform pg_notify('shop_changed', 'promised_work');
  end if;
  return null;
end $$;
revoke all on function private.notify_promised_work() from public;

create trigger notify_promised_work_added after insert or delete on public.pre_orders
  for each row execute function private.notify_promised_work();
create trigger notify_promised_work after update on public.pre_orders for each row
  when (old.order_view <> new.order_view or old.dispatch_by <> new.dispatch_by
    or private.is_reserved(old.provider_state, old.payment_status, old.order_status)
      <> private.is_reserved(new.provider_state, new.payment_status, new.order_status))
  execute function private.notify_promised_work();
create trigger notify_promised_work after update on public.order_lines for each row
  when (old.quantity <> new.quantity or old.cancelled_quantity <> new.cancelled_quantity
    or old.work_hundredths <> new.work_hundredths)
  execute function private.notify_promised_work();
