-- An order that is set to pending loses its parcels and the work on its pieces: what they were, for the two minutes in which
-- that may be undone.
create table private.work_before_pending (
  order_id uuid primary key references public.pre_orders (id) on delete cascade,
  version integer not null,           -- of the pending order: after another change of it nothing comes back
  order_status text not null,         -- before; only with these two is it an undo
  tracking_number text,
  parcels jsonb not null,             -- rows of `private.parcels`, each with its `lines`
  pieces jsonb not null,              -- rows of `private.pieces`
  at timestamptz not null default now()
);
select private.protect('private.work_before_pending');
create policy "triggers may do everything" on private.work_before_pending for all to shop_triggers using (true) with check (true);

-- An e-mail about a parcel that did not leave after all. `taken_back`: by which version of the order.
create or replace function private.drop_parcel_email() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update private.outbox set state = 'dropped', data = data || jsonb_build_object('taken_back', o.version)
    from public.pre_orders as o
   where o.id = old.order_id and outbox.order_id = old.order_id and kind = 'order_dispatched' and state = 'waiting'
     and data ->> 'parcel' = old.id::text;
  return null;
end $$;

-- What an order had before it was set to pending comes back, where it is set back and nothing else was done meanwhile.
create function private.restore_work(was public.pre_orders, is_now public.pre_orders) returns void language plpgsql security definer set search_path = '' as $$
declare
  kept private.work_before_pending;
begin
  delete from private.work_before_pending where order_id = was.id returning * into kept;
  if kept.version is distinct from was.version or kept.at < now() - interval '2 minutes'
    or (kept.order_status, kept.tracking_number) is distinct from (is_now.order_status, is_now.tracking_number)
    or exists (select from private.parcels where order_id = was.id)
    or exists (select from private.pieces as p join public.order_lines as l on l.id = p.line_id where l.order_id = was.id) then
    return;
  end if;
  insert into private.parcels (id, order_id, tracking_number, carrier, shipped_at) overriding system value
    select p.id, p.order_id, p.tracking_number, p.carrier, p.shipped_at
      from jsonb_populate_recordset(null::private.parcels, kept.parcels) as p;
  insert into private.parcel_lines (parcel_id, line_id, quantity)
    select l.parcel_id, l.line_id, l.quantity from jsonb_array_elements(kept.parcels) as p,
      jsonb_populate_recordset(null::private.parcel_lines, p -> 'lines') as l;
  insert into private.pieces (line_id, number, state, began, cut_at, cloth, cloth_cm, changed_at)
    select p.line_id, p.number, p.state, p.began, p.cut_at, p.cloth, p.cloth_cm, p.changed_at
      from jsonb_populate_recordset(null::private.pieces, kept.pieces) as p;
  insert into private.order_events (order_id, kind, facts, actor, party)
    select was.id, 'parcel_restored', jsonb_build_object('number', p ->> 'tracking_number'), auth.uid(), 'shop'
      from jsonb_array_elements(kept.parcels) as p;
  -- E-mails about the parcels wait again, and those that were sent are about them again.
  update private.outbox set data = data - 'taken_back',
      state = case when state = 'dropped' then 'waiting' else state end,
      next_attempt_at = case when state = 'dropped' then now() + interval '1 minute' else next_attempt_at end
   where order_id = was.id and kind = 'order_dispatched' and data ->> 'taken_back' = was.version::text
     and (state <> 'dropped' or data ? 'parcel');
end $$;

-- The e-mails about an order that is sent are about its last parcel. They stay so when something is to be sent again while
-- that parcel is gone. Without a number the order's next e-mail needs their cause.
create function private.assign_parcel_emails(p_order_id uuid, p_parcel_id bigint) returns void
language sql set search_path = '' as $$
  update private.outbox as w
    set data = w.data || jsonb_build_object('parcel', p_parcel_id),
      cause = case when w.cause = p_order_id::text then p_order_id || '.parcel-' || p_parcel_id else w.cause end
   where w.order_id = p_order_id and w.kind = 'order_dispatched' and w.state in ('waiting', 'sending', 'sent')
     and not w.data ? 'parcel' and not w.data ? 'taken_back'
$$;

-- As before, but that an order that is set to pending can have its parcels and its work back, and that the e-mails about a
-- shipment of all that is undone are marked.
create or replace function private.keep_parcels() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  was_sent constant boolean := old.order_status in ('shipped', 'delivered');
  last_parcel bigint;
  gone record;
begin
  if old.order_status = 'pending' and new.order_status in ('processing', 'shipped', 'delivered') then
    perform private.restore_work(old, new);
  elsif old.order_status <> 'pending' and new.order_status = 'pending' then
    insert into private.work_before_pending (order_id, version, order_status, tracking_number, parcels, pieces)
      select new.id, new.version, old.order_status, old.tracking_number, found.parcels, found.pieces
        from (select
            coalesce((select jsonb_agg(to_jsonb(p) || jsonb_build_object('lines',
                (select coalesce(jsonb_agg(to_jsonb(l)), '[]') from private.parcel_lines as l where l.parcel_id = p.id)) order by p.id)
              from private.parcels as p where p.order_id = new.id), '[]') as parcels,
            coalesce((select jsonb_agg(to_jsonb(p)) from private.pieces as p
              join public.order_lines as line on line.id = p.line_id where line.order_id = new.id), '[]') as pieces) as found
       where found.parcels <> '[]' or found.pieces <> '[]'
      on conflict (order_id) do update
        set version = excluded.version, order_status = excluded.order_status,
          tracking_number = excluded.tracking_number, parcels = excluded.parcels, pieces = excluded.pieces, at = excluded.at;
  end if;
  select max(id) into last_parcel from private.parcels where order_id = new.id;
  if new.order_status in ('shipped', 'delivered') then
    if was_sent then
      update private.parcels set tracking_number = new.tracking_number, carrier = new.shipping_carrier,
          shipped_at = coalesce(new.shipped_at, shipped_at)
       where id = last_parcel;
    elsif exists (select from private.open_pieces(new.id)) then
      insert into private.parcels (order_id, tracking_number, carrier, shipped_at)
        values (new.id, new.tracking_number, new.shipping_carrier, coalesce(new.shipped_at, public.shop_now()))
        returning id into last_parcel;
      insert into private.parcel_lines (parcel_id, line_id, quantity)
        select last_parcel, line_id, quantity from private.open_pieces(new.id);
    end if;
  elsif new.order_status = 'pending' then
    for gone in delete from private.parcels where order_id = new.id returning id, tracking_number loop
      if not was_sent or gone.id <> last_parcel then
        insert into private.order_events (order_id, kind, facts, actor, party)
          values (new.id, 'parcel_taken_back', jsonb_build_object('number', gone.tracking_number), auth.uid(), 'shop');
      end if;
    end loop;
  elsif new.order_status = 'processing' and not exists (select from private.open_pieces(new.id)) then
    delete from private.parcels where id = last_parcel;
  end if;
  if was_sent and new.order_status in ('pending', 'processing')
    and not exists (select from private.parcels where order_id = new.id) then
    update private.outbox set data = data || jsonb_build_object('taken_back', new.version)
     where order_id = new.id and kind = 'order_dispatched' and not data ? 'parcel' and not data ? 'taken_back';
  end if;
  return null;
end $$;

-- As before, but that the e-mail about the last parcel is sent although a garment is made after all.
create or replace function private.settle_parcels() returns trigger language plpgsql set search_path = '' as $$
declare
  parcel private.parcels;
begin
  select * into parcel from private.parcels where order_id = new.order_id order by id desc limit 1;
  if parcel.id is null then return null; end if;
  if exists (select from private.open_pieces(new.order_id)) then
    if exists (select from public.pre_orders where id = new.order_id and order_status in ('shipped', 'delivered')) then
      perform private.assign_parcel_emails(new.order_id, parcel.id);
    end if;
    update public.pre_orders set order_status = 'processing', tracking_number = null, shipped_at = null
     where id = new.order_id and order_status in ('shipped', 'delivered');
  else
    update public.pre_orders set order_status = 'shipped', tracking_number = parcel.tracking_number,
        shipping_carrier = coalesce(parcel.carrier, shipping_carrier), shipped_at = parcel.shipped_at
     where id = new.order_id and order_status in ('pending', 'processing');
    update private.outbox set state = 'dropped'
     where order_id = new.order_id and kind = 'order_dispatched' and state = 'waiting' and not data ? 'parcel';
  end if;
  return null;
end $$;

do $$
declare function regprocedure;
begin
  foreach function in array array['private.restore_work(public.pre_orders, public.pre_orders)', 'private.assign_parcel_emails(uuid, bigint)']::regprocedure[] loop
    execute format('revoke all on function %s from public', function);
  end loop;
end $$;
grant execute on function private.assign_parcel_emails(uuid, bigint) to service_role;
