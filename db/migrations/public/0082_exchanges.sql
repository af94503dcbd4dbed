-- Exchanges: an order that takes the place of what was sent back from an earlier one.

-- `credit`: what of the first order's payment pays for the exchange, less what was refunded of it since.
create table private.exchanges (
  order_id uuid primary key references public.pre_orders (id) on delete cascade,
  origin_id uuid not null references public.pre_orders (id) on delete cascade,
  return_id uuid not null unique references private.returns (id) on delete cascade,
  credit numeric(10,2) not null check (credit >= 0),
  constraint exchanges_differ check (order_id <> origin_id)
);
create index exchanges_origin_id_idx on private.exchanges (origin_id);
comment on table private.exchanges is 'orders that take the place of a return of an earlier one';
select private.protect('private.exchanges');
create policy "triggers may read" on private.exchanges for select to shop_triggers using (true);
create policy "triggers may read" on private.returns for select to shop_triggers using (true);
create policy "triggers may update" on private.returns for update to shop_triggers using (true) with check (true);

alter table private.returns
  drop constraint returns_state_check,
  drop constraint returns_settled,
  add constraint returns_state_check
    check (state in ('requested', 'received', 'inspected', 'refunded', 'refused', 'exchanged')) not valid,
  add constraint returns_settled
    check ((settled_at is not null) = (state in ('refunded', 'refused', 'exchanged'))) not valid;

-- Whether an exchange order holds what its return is worth: it is neither cancelled nor ended unpaid.
create function private.is_exchanging(p_provider_state text, p_order_status text) returns boolean
  language sql immutable as $$
  select p_order_status <> 'cancelled' and p_provider_state not in ('expired', 'failed')
$$;

-- What refunds have taken of a payment, and what pays for exchanges: neither can be refunded again.
create or replace function private.taken_by_refunds(p_order_id uuid, p_session_id text, p_refunded numeric) returns numeric
  language sql stable set search_path = '' as $$
  select greatest(coalesce(sum(r.amount) filter (where r.state <> 'failed'), 0),
      p_refunded + coalesce(sum(r.amount) filter (where r.state = 'requested'), 0))
    + (select coalesce(sum(exchange.credit), 0) from private.exchanges as exchange
         join public.pre_orders as placed on placed.id = exchange.order_id
         join public.pre_orders as origin on origin.id = exchange.origin_id
        where exchange.origin_id = p_order_id and origin.payment_session_id = p_session_id
          and private.is_exchanging(placed.provider_state, placed.order_status))
    from private.refunds r
   where r.order_id = p_order_id and r.session_id = p_session_id
     and not (r.scope = 'cancellation' and r.state = 'requested' and exists (
       select from public.pre_orders o where o.id = p_order_id and o.order_status <> 'cancelled'))
$$;

-- What is left of an order's payment and, of an exchange, of the credit that paid for it. Below zero where the provider
-- refunded more than the shop requested.
create function private.left_of_order(p_order_id uuid) returns numeric
  language sql stable set search_path = '' as $$
  select o.final_amount + coalesce((select credit from private.exchanges where order_id = o.id), 0)
      - private.taken_by_refunds(o.id, o.payment_session_id, o.refunded_amount)
    from public.pre_orders o where o.id = p_order_id
$$;

-- Pieces that were refunded or exchanged. A return that an ended exchange opened again has a refund of a part already.
create or replace function private.refunded_pieces(p_order_id uuid) returns table (at smallint, pieces integer)
  language sql stable set search_path = '' as $$
  select refunded.at, sum(refunded.quantity)::integer from (
    select l.position as at, l.quantity from private.refund_lines l join private.refunds r on r.id = l.refund_id
     where r.order_id = p_order_id and r.state <> 'failed'
    union all
    select l.position, p.quantity from private.returns b
      join private.return_lines p on p.return_id = b.id
      join public.order_lines l on l.id = p.line_id
      left join private.refunds r on r.id = b.refund_id
     where b.order_id = p_order_id and (b.state = 'exchanged' or b.state = 'refunded' and r.state <> 'failed')
  ) as refunded group by refunded.at
$$;

-- A return is exchanged as long as its exchange order is: it is open again once that is cancelled or ends unpaid.
create function private.follow_exchange() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  given record;
  is_settled boolean;
begin
  select return_id, origin_id into given from private.exchanges where order_id = new.id;
  if not found then
    return null;
  end if;
  if not private.is_exchanging(new.provider_state, new.order_status) then
    update private.returns set settled_at = null, state = case when inspected_at is not null then 'inspected'
        when received_at is not null then 'received' else 'requested' end
     where id = given.return_id and state = 'exchanged';
    return null;
  end if;
  perform from public.pre_orders where id = given.origin_id for update;
  update private.returns set state = 'exchanged', settled_at = public.shop_now()
   where id = given.return_id and state in ('requested', 'received', 'inspected');
  is_settled := not found;
  if not is_settled and private.left_of_order(given.origin_id) >= 0 then
    return null;
  end if;
  -- A payment that has arrived cannot be refused.
  if new.paid_at is not null and old.paid_at is null then
    insert into private.order_notes (order_id, kind, facts) values (new.id, 'exchange_settled', '{}') on conflict do nothing;
    return null;
  end if;
  raise exception sqlstate 'PT409' using message = 'Its return was settled in another way meanwhile. Please make a new order.';
end $$;

create trigger follow_exchange after update on public.pre_orders for each row
  when (private.is_exchanging(old.provider_state, old.order_status) <> private.is_exchanging(new.provider_state, new.order_status))
  execute function private.follow_exchange();

revoke all on function private.left_of_order(uuid), private.follow_exchange() from public;
grant execute on function private.left_of_order(uuid) to service_role;
