-- The pieces of orders as the owner's board shows them, and the cloth that they take. A piece that is still to be cut has no row.

create table private.pieces (
  line_id bigint not null references public.order_lines (id) on delete cascade,
  -- From 1 to the line's `quantity - cancelled_quantity`. A higher one is kept in case its cancellation is undone.
  number smallint not null check (number between 1 and 20),
  state text not null check (state in ('cut', 'sewn', 'packed')),
  began boolean not null default false,   -- the board began its order, and sets it back when all of it is to be cut again
  cut_at timestamptz not null default public.shop_now(),
  cloth text,                             -- what it took when it was cut, where that is known
  cloth_cm integer check (cloth_cm > 0),  -- every numeric column is money
  changed_at timestamptz not null default public.shop_now(),
  primary key (line_id, number)
);
create index pieces_cloth_idx on private.pieces (cloth, cut_at) where cloth_cm is not null;
select private.protect('private.pieces');
create policy "triggers may do everything" on private.pieces for all to shop_triggers using (true) with check (true);

-- The cloth of a garment: its name, its width, and the metres that a piece of each size takes. No page shows it. It outlives a
-- deleted garment, which may be restored.
create table private.garment_cloths (
  product_id uuid primary key,
  cloth text not null check (length(cloth) between 1 and 80),
  width_cm smallint check (width_cm between 20 and 400),
  metres jsonb not null default '{}' check (jsonb_typeof(metres) = 'object'),   -- by size
  changed_at timestamptz not null default public.shop_now()
);
select private.protect('private.garment_cloths');

-- How much of a cloth the owner counted. What was cut since is taken off.
create table private.cloth_stock (
  cloth text primary key check (length(cloth) between 1 and 80),
  cm integer not null check (cm >= 0),
  counted_at timestamptz not null default public.shop_now()
);
select private.protect('private.cloth_stock');

-- Pieces of an order that is pending again are to be cut. Those of an order that is no longer ready to post are not packed.
create function private.keep_pieces() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if new.order_status = 'pending' then
    delete from private.pieces as piece using public.order_lines as line
     where line.order_id = new.id and piece.line_id = line.id;
  else
    update private.pieces as piece set state = 'sewn', changed_at = public.shop_now() from public.order_lines as line
     where line.order_id = new.id and piece.line_id = line.id and piece.state = 'packed';
  end if;
  return null;
end $$;
create trigger keep_pieces after update on public.pre_orders for each row
  when (old.order_status <> new.order_status and new.order_status = 'pending'
    or new.order_status = 'processing' and old.ready_at is not null and new.ready_at is null)
  execute function private.keep_pieces();

-- Of alike pieces, the one with the least work is the one that is cancelled. An order whose pieces left are all packed is ready
-- to post; one that gets a piece back which is not packed is not. Only the service writes lines.
create function private.keep_pieces_of_line() returns trigger language plpgsql set search_path = '' as $$
declare
  placed public.pre_orders;
  worked private.pieces[];
  is_fewer constant boolean := new.quantity - new.cancelled_quantity < old.quantity - old.cancelled_quantity;
begin
  select o.* into placed from public.pre_orders as o where o.id = new.order_id
     and exists (select from private.pieces as p join public.order_lines as l on l.id = p.line_id where l.order_id = o.id);
  if not found then return null; end if;
  if is_fewer then
    -- Only where one with work would be hidden: a press that is on its way names its piece by number.
    if exists (select from private.pieces where line_id = new.id and number > new.quantity - new.cancelled_quantity) then
      worked := array(select p from private.pieces as p where p.line_id = new.id
        order by array_position(array['packed', 'sewn', 'cut'], p.state), p.number);
      delete from private.pieces where line_id = new.id;
      insert into private.pieces (line_id, number, state, began, cut_at, cloth, cloth_cm, changed_at)
        select p.line_id, p.place, p.state, p.began, p.cut_at, p.cloth, p.cloth_cm, p.changed_at
          from unnest(worked) with ordinality as p (line_id, number, state, began, cut_at, cloth, cloth_cm, changed_at, place);
    end if;
    update public.pre_orders set ready_at = public.shop_now()
     where id = placed.id and order_status = 'processing' and ready_at is null and private.is_packed(id);
  elsif placed.ready_at is not null and placed.order_status = 'processing' then
    update public.pre_orders set ready_at = null where id = placed.id;
    insert into private.pieces (line_id, number, state)
      select l.id, piece, 'packed' from public.order_lines as l,
          generate_series(1, case when l.id = new.id then old.quantity - old.cancelled_quantity
            else l.quantity - l.cancelled_quantity end) as piece
       where l.order_id = placed.id
      on conflict (line_id, number) do update set state = 'packed';
  end if;
  return null;
end $$;

-- Whether an order has pieces left, and all of them are packed.
create function private.is_packed(p_order_id uuid) returns boolean language sql stable set search_path = '' as $$
  select coalesce(bool_and(coalesce(p.state, 'to_cut') = 'packed'), false)
    from public.order_lines as l cross join lateral generate_series(1, l.quantity - l.cancelled_quantity) as piece
    left join private.pieces as p on p.line_id = l.id and p.number = piece
   where l.order_id = p_order_id
$$;

create trigger keep_pieces after update on public.order_lines for each row
  when (old.quantity - old.cancelled_quantity <> new.quantity - new.cancelled_quantity)
  execute function private.keep_pieces_of_line();

revoke all on function private.keep_pieces() from public;
revoke all on function private.keep_pieces_of_line() from public;
revoke all on function private.is_packed(uuid) from public;
grant execute on function private.is_packed(uuid) to service_role;

-- Otherwise that of 0068_capacity.sql: what is packed is made.
create or replace function private.promised_work(p_without uuid) returns table (order_id uuid, day date, work integer)
language sql stable set search_path = '' as $$
  select o.id, o.dispatch_by, sum(l.work_hundredths * left_to_make.pieces)::integer
    from (
      select id, dispatch_by from public.pre_orders where order_view in ('to_make', 'in_progress')
      union all
      select id, dispatch_by from public.pre_orders
       where order_view = 'unpaid' and private.is_reserved(provider_state, payment_status, order_status)
    ) as o join public.order_lines l on l.order_id = o.id
    cross join lateral (select l.quantity - l.cancelled_quantity - count(*) as pieces from private.pieces p
      where p.line_id = l.id and p.state = 'packed' and p.number <= l.quantity - l.cancelled_quantity) as left_to_make
   where o.id is distinct from p_without and l.product_id <> '00000000-0000-4000-8000-0000000fab1c'
   group by o.id, o.dispatch_by
  having sum(l.work_hundredths * left_to_make.pieces) > 0
$$;
create trigger notify_promised_work_packed after insert or update of state on private.pieces for each row
  when (new.state = 'packed') execute function private.notify_promised_work();
create trigger notify_promised_work_unpacked after update of state or delete on private.pieces for each row
  when (old.state = 'packed') execute function private.notify_promised_work();
