-- What the page of an order needs: when the order was delivered, and a version of its links.

alter table public.pre_orders
  -- Set when the owner marks the order delivered. The return period and the end of the order's links count from it.
  add column delivered_at timestamptz,
  -- Part of what is signed in the order's links: adding one revokes all links that were sent.
  add column link_version integer not null default 1 check (link_version > 0);
grant select (delivered_at) on public.pre_orders to authenticated;

-- The audit log knows when earlier orders were delivered. The owner of the tables is bound by their policies while those are
-- forced; the triggers of a change would e-mail customers and make open forms stale.
alter table public.pre_orders no force row level security;
alter table private.audit_log no force row level security;
alter table public.pre_orders disable trigger user;
update public.pre_orders o set delivered_at = log.at
  from (select row_id, max(at) as at from private.audit_log
         where table_name = 'pre_orders' and action = 'update' and after ->> 'order_status' = 'delivered' group by row_id) as log
 where log.row_id = o.id::text and o.order_status = 'delivered';
alter table public.pre_orders enable trigger user;
alter table private.audit_log force row level security;
alter table public.pre_orders force row level security;

create function private.set_delivered_at() returns trigger language plpgsql as $$
begin
  new.delivered_at := case when new.order_status = 'delivered' then coalesce(new.delivered_at, public.shop_now()) end;
  return new;
end $$;
create trigger set_delivered_at before update of order_status on public.pre_orders
  for each row when (new.order_status <> old.order_status) execute function private.set_delivered_at();
