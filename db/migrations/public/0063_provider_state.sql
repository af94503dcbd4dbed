-- contract: needs public/0062_order_indexes.sql
-- What the payment provider says of an order, beside `payment_status`, which the owner may set: `provider_state`. The column is
-- renamed, so that its indexes, policies, triggers and `order_view` stay as they are, and a second column of the former name,
-- equal to it, is kept for programs of the version before. The next version drops that one. PostgreSQL writes the table anew:
-- orders wait for it.
alter table public.pre_orders rename column payment_state to provider_state;
alter table public.pre_orders rename constraint pre_orders_payment_state_check to pre_orders_provider_state_check;
alter table public.pre_orders add column payment_state text generated always as (provider_state) stored;
alter table public.pre_orders alter column payment_state drop expression;
grant select (payment_state) on public.pre_orders to authenticated;

create function private.keep_payment_state() returns trigger language plpgsql set search_path = '' as $$
begin
  -- A former program writes `payment_state`, and a program of this version never does.
  if new.payment_state is distinct from (case when tg_op = 'UPDATE' then old.payment_state end) then
    new.provider_state := new.payment_state;
  else
    new.payment_state := new.provider_state;
  end if;
  return new;
end $$;
-- Before the other triggers of a row, by its name.
create trigger as_payment_state before insert or update on public.pre_orders
  for each row execute function private.keep_payment_state();

do $$
declare
  definition text;
begin
  for definition in
    select replace(pg_get_functiondef(oid), 'payment_state', 'provider_state') from pg_proc
     where pronamespace = 'private'::regnamespace and proname in ('keep_order_notes', 'number_pieces', 'refresh_availability',
       'reserved_units', 'sold_units', 'order_events_of')
  loop
    execute definition;
  end loop;
  -- The log has the change under its new name alone.
  select replace(pg_get_functiondef(oid), '''order_view''', '''order_view'', ''payment_state''') into strict definition
    from pg_proc where oid = 'private.audit()'::regprocedure;
  execute definition;
end $$;
