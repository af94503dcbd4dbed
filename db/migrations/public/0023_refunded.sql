-- What refunds have taken of an order, for the shop's two ways to refund by garment: the order's money, and its returns.

-- Pounds of a session's payment that refunds have taken or reserved. `p_refunded`: the order's refunded amount for its own
-- session, which may include a refund without a row yet. A cancellation refund that is held because the order was revived
-- reserves nothing: it refunds what is left.
create function private.taken_by_refunds(p_order_id uuid, p_session_id text, p_refunded numeric) returns numeric
language sql stable set search_path = '' as $$
  select greatest(coalesce(sum(r.amount) filter (where r.state <> 'failed'), 0),
      p_refunded + coalesce(sum(r.amount) filter (where r.state = 'requested'), 0))
    from private.refunds r
   where r.order_id = p_order_id and r.session_id = p_session_id
     and not (r.scope = 'cancellation' and r.state = 'requested' and exists (
       select from public.pre_orders o where o.id = p_order_id and o.order_status <> 'cancelled'))
$$;

-- How many pieces of each line were refunded: as garments, or as a settled return.
create function private.refunded_pieces(p_order_id uuid) returns table (at smallint, pieces integer)
language sql stable set search_path = '' as $$
  select refunded.at, sum(refunded.quantity)::integer from (
    select l.position as at, l.quantity from private.refund_lines l join private.refunds r on r.id = l.refund_id
     where r.order_id = p_order_id and r.state <> 'failed'
    union all
    select l.position, p.quantity from private.returns b
      join private.return_lines p on p.return_id = b.id
      join public.order_lines l on l.id = p.line_id
      join private.refunds r on r.id = b.refund_id
     where b.order_id = p_order_id and r.state <> 'failed'
  ) as refunded group by refunded.at
$$;

revoke all on function private.taken_by_refunds(uuid, text, numeric), private.refunded_pieces(uuid) from public;
grant execute on function private.taken_by_refunds(uuid, text, numeric), private.refunded_pieces(uuid) to service_role;
