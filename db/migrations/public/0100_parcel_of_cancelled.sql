-- An order that is set back to processing has something to send: where the pieces of its last parcel were cancelled since,
-- the parcel before it comes back too.

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
  elsif new.order_status = 'processing' then
    while last_parcel is not null and not exists (select from private.open_pieces(new.id)) loop
      delete from private.parcels where id = last_parcel;
      select max(id) into last_parcel from private.parcels where order_id = new.id;
    end loop;
  end if;
  if was_sent and new.order_status in ('pending', 'processing')
    and not exists (select from private.parcels where order_id = new.id) then
    update private.outbox set data = data || jsonb_build_object('taken_back', new.version)
     where order_id = new.id and kind = 'order_dispatched' and not data ? 'parcel' and not data ? 'taken_back';
  end if;
  return null;
end $$;
