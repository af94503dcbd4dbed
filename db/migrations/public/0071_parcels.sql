-- The parcels of an order: which pieces left, when, with which carrier and number. The order's own columns have the last one,
-- once nothing remains to be sent. An order that was sent before this migration has no row, and is one parcel of everything.
create table private.parcels (
  id bigint generated always as identity primary key,
  order_id uuid not null references public.pre_orders (id) on delete cascade,
  tracking_number text check (length(tracking_number) between 1 and 100),
  carrier text check (length(carrier) <= 100),
  shipped_at timestamptz not null default public.shop_now(),
  -- As it is searched.
  number_key text generated always as (upper(regexp_replace(tracking_number, '[\s-]', '', 'g'))) stored
);
create index parcels_order_idx on private.parcels (order_id, id);
create index parcels_number_idx on private.parcels using gin (number_key extensions.gin_trgm_ops);

create table private.parcel_lines (
  parcel_id bigint not null references private.parcels (id) on delete cascade,
  line_id bigint not null references public.order_lines (id) on delete cascade,
  quantity smallint not null check (quantity between 1 and 20),
  primary key (parcel_id, line_id)
);
create index parcel_lines_line_idx on private.parcel_lines (line_id);

select private.protect('private.parcels'), private.protect('private.parcel_lines');
create policy "triggers may do everything" on private.parcels for all to shop_triggers using (true) with check (true);
create policy "triggers may do everything" on private.parcel_lines for all to shop_triggers using (true) with check (true);

-- The pieces of an order that are in no parcel and not cancelled, by line.
create function private.open_pieces(p_order_id uuid) returns table (line_id bigint, quantity integer)
language sql stable set search_path = '' as $$
  select line.id, (line.quantity - line.cancelled_quantity - coalesce(sent.quantity, 0))::integer
    from public.order_lines as line
    left join lateral (select sum(part.quantity) as quantity from private.parcel_lines as part
      where part.line_id = line.id) as sent on true
   where line.order_id = p_order_id and line.quantity - line.cancelled_quantity > coalesce(sent.quantity, 0)
$$;

-- A parcel has pieces of its own order, and all parcels together no more than were ordered.
create function private.check_parcel_line() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  line public.order_lines;
begin
  -- Two parcels with pieces of one line wait for each other here.
  select * into line from public.order_lines where id = new.line_id for update;
  if line.order_id is distinct from (select order_id from private.parcels where id = new.parcel_id)
    or line.quantity < (select sum(quantity) from private.parcel_lines where line_id = new.line_id) then
    raise exception 'a parcel has pieces that its order does not have' using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger check_pieces after insert or update on private.parcel_lines
  for each row execute function private.check_parcel_line();

-- An e-mail about a parcel that did not leave after all.
create function private.drop_parcel_email() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update private.outbox set state = 'dropped'
   where order_id = old.order_id and kind = 'order_dispatched' and state = 'waiting' and data ->> 'parcel' = old.id::text;
  return null;
end $$;
create trigger drop_email after delete on private.parcels for each row execute function private.drop_parcel_email();

-- Every way in which an order is sent passes here. Sent: what remained is its last parcel. Sent and changed: that parcel is
-- corrected. Waiting again, with nothing left to send: the last parcel has not left, and where nothing is begun, none has.
create function private.keep_parcels() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  was_sent constant boolean := old.order_status in ('shipped', 'delivered');
  last_parcel bigint;
  gone record;
begin
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
  return null;
end $$;
create trigger keep_parcels after update on public.pre_orders for each row
  when ((old.order_status, old.tracking_number, old.shipping_carrier, old.shipped_at)
    is distinct from (new.order_status, new.tracking_number, new.shipping_carrier, new.shipped_at))
  execute function private.keep_parcels();

-- An order with parcels is sent exactly when nothing remains: also where the last piece that remained is cancelled, or one is
-- made after all. No e-mail: nothing has left.
create function private.settle_parcels() returns trigger language plpgsql set search_path = '' as $$
declare
  parcel private.parcels;
begin
  select * into parcel from private.parcels where order_id = new.order_id order by id desc limit 1;
  if parcel.id is null then return null; end if;
  if exists (select from private.open_pieces(new.order_id)) then
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
create trigger settle_parcels after update of cancelled_quantity on public.order_lines for each row
  when (old.cancelled_quantity <> new.cancelled_quantity) execute function private.settle_parcels();

-- Otherwise that of 0070_pieces.sql: what left in a parcel stays packed, also where the rest is no longer ready to post.
create or replace function private.keep_pieces() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if new.order_status = 'pending' then
    delete from private.pieces as piece using public.order_lines as line
     where line.order_id = new.id and piece.line_id = line.id;
  else
    update private.pieces as piece set state = 'sewn', changed_at = public.shop_now()
      from (select worked.line_id, worked.number,
          row_number() over (partition by worked.line_id order by worked.changed_at, worked.number) as place
          from private.pieces as worked join public.order_lines as line on line.id = worked.line_id
         where line.order_id = new.id and worked.state = 'packed') as packed
     where piece.line_id = packed.line_id and piece.number = packed.number
       and packed.place > coalesce((select sum(part.quantity) from private.parcel_lines as part
         where part.line_id = packed.line_id), 0);
  end if;
  return null;
end $$;

-- As before, but that an e-mail about one of several parcels is no e-mail about the order.
create or replace function private.queue_order_emails() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  email record;
  failures text;
begin
  if new.order_status is distinct from old.order_status or new.tracking_number is distinct from old.tracking_number then
    update private.outbox as w set state = 'dropped'
     where w.order_id = new.id and w.state = 'waiting' and not w.data ? 'parcel'
       and (w.kind, regexp_replace(w.cause, '(\.[0-9a-f]{16})\.[0-9]+$', '\1')) in (
         select was.kind, was.cause from private.order_status_emails(old) as was)
       and (w.kind, regexp_replace(w.cause, '(\.[0-9a-f]{16})\.[0-9]+$', '\1')) not in (
         select e.kind, e.cause from private.order_status_emails(new) as e);
    -- The same parcel, with its number in another form.
    update private.outbox as w set data = e.data from private.order_status_emails(new) as e
     where w.order_id = new.id and w.state = 'waiting' and w.kind = e.kind and w.cause = e.cause and w.data <> e.data
       and not w.data ? 'parcel';
    for email in
      select e.kind, e.data, e.grace, e.cause || coalesce((
          select '.' || count(*) from private.outbox as w
           where e.data ->> 'tracking' is not null and w.order_id = new.id and w.kind = e.kind and w.state in ('sending', 'sent')
            and not w.data ? 'parcel'
          having bool_or(w.cause = e.cause)
            and (array_agg(private.tracking_number_hash(w.data ->> 'tracking') order by w.sent_at desc nulls first))[1]
              is distinct from private.tracking_number_hash(new.tracking_number)), '') as cause
        from private.order_status_emails(new) as e
       where (e.kind, e.cause) not in (select was.kind, was.cause from private.order_status_emails(old) as was)
         -- A customer who has a tracking number knows that the parcel was sent.
         and not (e.kind = 'order_dispatched' and e.data ->> 'tracking' is null and exists (
           select from private.outbox as w
            where w.order_id = new.id and w.kind = 'order_dispatched' and w.state in ('sending', 'sent')
              and not w.data ? 'parcel'))
    loop
      perform private.queue_email(email.kind, email.cause, new.customer_email, email.data, new.id, now() + email.grace);
    end loop;
  end if;
  if new.refunded_amount > old.refunded_amount and new.customer_email is not null
    and new.reported_paid then
    select coalesce('.' || nullif(count(*), 0), '') into failures
      from private.refunds as r where r.order_id = new.id and r.state = 'failed';
    -- After the e-mail about the cancellation.
    perform private.queue_email('order_refunded',
      new.id::text || '.' || (new.refunded_amount * 100)::bigint || failures, new.customer_email, jsonb_build_object('refunded', new.refunded_amount, 'total', new.final_amount), new.id,
      greatest(now(), (select max(w.next_attempt_at) + interval '2 seconds' from private.outbox as w
        where w.order_id = new.id and w.kind = 'order_cancelled' and w.state in ('waiting', 'sending'))));
  end if;
  -- Unsent e-mails go to a corrected address; one that is being sent, at its next attempt.
  if new.customer_email is distinct from old.customer_email and new.customer_email is not null then
    update private.outbox as w set recipient = new.customer_email
     where w.order_id = new.id and w.state in ('waiting', 'sending') and w.kind like 'order\_%' and w.kind <> 'order_choice_made';
  end if;
  return null;
end $$;

do $$
declare function regprocedure;
begin
  foreach function in array array['private.open_pieces(uuid)', 'private.check_parcel_line()', 'private.drop_parcel_email()',
    'private.keep_parcels()', 'private.settle_parcels()']::regprocedure[] loop
    execute format('revoke all on function %s from public', function);
  end loop;
end $$;
grant execute on function private.open_pieces(uuid) to service_role;
