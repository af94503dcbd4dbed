-- The events of earlier orders, from the audit log, once; also of orders that are imported from a shop without events. Left out
-- are entries whose event a trigger wrote, and changes of columns that belong to an edit.
create function private.fill_order_events() returns void language sql set search_path = '' as $$
  -- An erasure of a former version left why an order was cancelled in the log, where the order has no name any more.
  update private.audit_log as log set after = log.after - 'reason'
   where log.table_name = 'pre_orders' and log.action = 'cancel' and exists (select from private.audit_log as placed
     where placed.table_name = 'pre_orders' and placed.row_id = log.row_id and placed.action = 'insert'
       and not placed.after ? 'customer_name');
  insert into private.order_events (order_id, change, kind, facts, actor, party, at)
    select placed.id, log.id::text, event.kind, event.facts, log.actor, event.party, log.at
      from private.audit_log as log
      join public.pre_orders as placed on placed.id::text = log.row_id
      cross join lateral private.order_events_of(log.table_name, log.action, log.before, log.after)
        with ordinality as event (kind, facts, party, place)
     where log.table_name in ('pre_orders', 'refunds', 'disputes', 'order_delays', 'returns')
       and not exists (select from private.order_events as known where known.order_id = placed.id and known.at = log.at)
       and not (log.table_name = 'pre_orders' and exists (select from private.order_edits as edit
         where edit.order_id = placed.id and edit.request_id = log.request_id))
     order by log.id, event.place;
  insert into private.order_events (order_id, change, kind, facts, actor, party, at)
    select edit.order_id, edit.id::text, 'edited', jsonb_build_object('changes', edit.changes)
        || case when edit.undo_of is null then '{}' else jsonb_build_object('undoOf', edit.undo_of) end,
      edit.actor, case when edit.by_customer then 'customer' else 'shop' end, edit.at
      from private.order_edits as edit order by edit.at
    on conflict do nothing;
$$;
revoke all on function private.fill_order_events() from public;
select private.fill_order_events();
