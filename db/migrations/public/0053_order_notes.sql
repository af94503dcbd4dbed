-- What the owner must look at, as rows with a kind and facts. They were sentences in `pre_orders.needs_review`, joined by '. ', and
-- in `payment_discrepancies.detail`; the program read them back. Kinds and words: `order-note.ts`.

create table private.order_notes (
  id bigint generated always as identity primary key,
  order_id uuid not null references public.pre_orders on delete cascade,
  kind text not null check (kind <> ''),
  facts jsonb not null default '{}' check (jsonb_typeof(facts) = 'object'),
  at timestamptz not null default public.shop_now(),
  resolved_at timestamptz,
  resolved_by uuid, -- the administrator whose action resolved it; null: the shop
  constraint order_notes_resolved_by_check check (resolved_at is not null or resolved_by is null)
);
-- The same note is open once. Its facts may be long, so their hash is compared.
create unique index order_notes_open_key on private.order_notes (order_id, kind, md5(facts::text)) where resolved_at is null;
create index order_notes_order_id_idx on private.order_notes (order_id);

alter table private.order_notes enable row level security;
alter table private.order_notes force row level security;
-- The functions of the shop read and write them, after they have checked that the caller is an administrator.
grant select, insert, update, delete on private.order_notes to service_role;
create policy "service_role may do everything" on private.order_notes for all to service_role using (true) with check (true);
create policy "triggers may do everything" on private.order_notes for all to shop_triggers using (true) with check (true);

-- Of the difference of a payment, by its kind: `discrepancy.ts`.
alter table private.payment_discrepancies
  add column facts jsonb not null default '{}' constraint payment_discrepancies_facts_check check (jsonb_typeof(facts) = 'object');

-- Notes that follow from an order's status and payment. A paid and cancelled order is reviewed until its money is refunded.
create function private.keep_order_notes() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  is_owed constant boolean :=
    new.order_status = 'cancelled' and new.final_amount > 0 and new.payment_state in ('paid', 'partly_refunded');
  was_owed constant boolean := old.order_status = 'cancelled' and old.payment_state in ('paid', 'partly_refunded');
begin
  update private.order_notes as note set resolved_at = public.shop_now(), resolved_by = auth.uid()
   where note.order_id = new.id and note.resolved_at is null
     and (note.kind = 'refund_owed' and new.order_status <> 'cancelled'
       or note.kind in ('refund_owed', 'refund_owed_after_delay', 'refund_refused') and new.payment_state = 'refunded'
       or note.kind = 'bank_warning' and (new.order_status in ('shipped', 'delivered', 'cancelled') or new.payment_state = 'refunded'));
  if is_owed and not was_owed and not exists (select from private.order_notes as note
    where note.order_id = new.id and note.resolved_at is null and note.kind in ('refund_owed', 'refund_owed_after_delay')) then
    insert into private.order_notes (order_id, kind) values (new.id, 'refund_owed') on conflict do nothing;
  end if;
  perform private.write_needs_review(new.id); -- for the version before
  return null;
end $$;
revoke all on function private.keep_order_notes() from public;
create trigger order_notes after update on public.pre_orders
  for each row when (old.order_status <> new.order_status or old.payment_state <> new.payment_state)
  execute function private.keep_order_notes();

-- Without the notes. A change of notes alone keeps the version, too.
create or replace function private.normalize_order() returns trigger language plpgsql as $$
declare
  derived constant text[] := array['payment_read_at', 'needs_review', 'order_view', 'reported_paid'];
begin
  if (new.payment_read_at, new.needs_review) is distinct from (old.payment_read_at, old.needs_review)
    and to_jsonb(new) - derived = to_jsonb(old) - derived then
    return new;
  end if;
  new.version := old.version + 1;
  new.updated_at := public.shop_now();
  new.tracking_number := nullif(btrim(new.tracking_number), '');
  new.ready_at := case when new.order_status <> 'pending' then new.ready_at end;
  -- The first promise is kept.
  new.promised_dispatch_by := coalesce(old.promised_dispatch_by,
    case when new.dispatch_by <> old.dispatch_by and (old.paid_at is not null or old.payment_status = 'paid')
      then old.dispatch_by end);
  return new;
end $$;

-- The log of changes without `needs_review`: a note has its own times.
create or replace function private.audit() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  was jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) - 'note' end;
  is_now jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) - 'note' end;
  changed_from jsonb := was;
  changed_to jsonb := is_now;
begin
  if tg_op = 'UPDATE' then
    select coalesce(jsonb_object_agg(key, was -> key), '{}'), coalesce(jsonb_object_agg(key, value), '{}')
      into changed_from, changed_to
      from jsonb_each(is_now)
     where value is distinct from was -> key
       and key not in ('version', 'updated_at', 'payment_read_at', 'read_at', 'order_view', 'needs_review', 'reported_paid');
    if changed_to = '{}'::jsonb then return null; end if;
  end if;
  insert into private.audit_log (actor, actor_role, request_id, ip, table_name, row_id, action, before, after)
  values (auth.uid(), auth.role(), nullif(current_setting('request.id', true), ''),
    nullif(current_setting('request.ip', true), ''), tg_table_name,
    coalesce(is_now, was) ->> tg_argv[0], lower(tg_op), changed_from, changed_to);
  return null;
end $$;

-- The rest keeps the version before this one at work, which reads and writes sentences. A later migration drops it with the two
-- columns, but for the fill at the end.

-- The sentences of the version before: `%s` is the fact of the same place in `names`, and so is each group of `pattern`.
create function private.order_note_sentences() returns table (place integer, kind text, names text[], words text, pattern text)
language sql immutable set search_path = '' as $$
  values
    (1, 'paid_in_other_currency', array['currency'], 'Paid in %s', '^Paid in (\w+)$'),
    (2, 'goods_differ', array['paidPence', 'duePence'], 'Paid for goods of %s instead of %s',
      '^Paid for goods of (-?£[0-9,]+\.[0-9]{2}) instead of (-?£[0-9,]+\.[0-9]{2})$'),
    (3, 'delivery_not_offered', '{}', 'Paid with a delivery that was not offered', '^Paid with a delivery that was not offered$'),
    (4, 'total_differs', '{}', 'Paid another total than the sum of its parts', '^Paid another total than the sum of its parts$'),
    (5, 'address_missing', '{}', 'Paid without a name and an address', '^Paid without a name and an address$'),
    (6, 'address_elsewhere', array['deliverTo', 'country'], 'Paid delivery to %s, but the address is in %s',
      '^Paid delivery to (\w+), but the address is in (.+)$'),
    (7, 'northern_ireland', '{}',
      'The address is in Northern Ireland, and the shop names no responsible person there or in the EU',
      '^The address is in Northern Ireland, and the shop names no responsible person there or in the EU$'),
    (8, 'code_used_up', '{}', 'Its discount code had no use left when the payment came',
      '^Its discount code had no use left when the payment came$'),
    (9, 'preorder_full', '{}', 'Its pre-order had no piece left when the payment came',
      '^Its pre-order had no piece left when the payment came$'),
    (10, 'paid_twice', array['sessionId'], 'Paid a second time, on payment page %s: refund it',
      '^Paid a second time, on payment page (.+): refund it$'),
    (11, 'bank_warning', '{}', 'Look at this payment before sending', '^Look at this payment before sending$'),
    (12, 'refund_failed', array['amountPence', 'failure'], 'A refund failed: %s (%s)',
      '^A refund failed: (£[0-9,]+\.[0-9]{2}) \((.+)\)$'),
    (13, 'refund_failed', array['amountPence'], 'A refund failed: %s', '^A refund failed: (£[0-9,]+\.[0-9]{2})$'),
    (14, 'refund_refused', '{}', 'Refund failed: the payment provider refused it',
      '^Refund failed: the payment provider refused it$'),
    (15, 'refund_owed', '{}', 'Refund owed: the order was cancelled', '^Refund owed: the order was cancelled$'),
    (16, 'refund_owed_after_delay', '{}', 'Refund owed: cancelled by the customer after a delay',
      '^Refund owed: cancelled by the customer after a delay$'),
    (17, 'rebuilt', '{}', 'Rebuilt from the payment: check the sizes', '^Rebuilt from the payment: check the sizes$'),
    (18, 'other', array['words'], '%s', '^(.*)$')
$$;

create function private.read_order_note(sentence text) returns table (kind text, facts jsonb)
language sql immutable set search_path = '' as $$
  select s.kind, coalesce((
      select jsonb_object_agg(name, case
          when name like '%Pence' then to_jsonb((translate(value, '£,', '')::numeric * 100)::bigint) else to_jsonb(value) end)
        from unnest(s.names, regexp_match(sentence, s.pattern)) as part (name, value) where name is not null), '{}')
    from private.order_note_sentences() as s where sentence ~ s.pattern order by s.place limit 1
$$;

create function private.order_note_words(kind text, facts jsonb) returns text
language sql immutable set search_path = '' as $$
  select coalesce((
    select format(s.words, variadic coalesce((
        select array_agg(case when name like '%Pence'
            then case when value like '-%' then '-' else '' end || '£' || to_char(abs(value::numeric) / 100, 'FM999,999,999,990.00')
            else replace(value, '. ', ', ') end order by place)
          from (select each.name, each.place, $2 ->> each.name as value from unnest(s.names) with ordinality as each (name, place)) as part),
        '{}'))
      from private.order_note_sentences() as s where s.kind = $1 and $2 ?& s.names order by s.place limit 1), $1)
$$;

-- Writes the open notes of an order into `needs_review`, as the version before reads it.
create function private.write_needs_review(order_id uuid) returns void language sql set search_path = '' as $$
  update public.pre_orders as placed set needs_review = said.words
    from (select string_agg(private.order_note_words(note.kind, note.facts), '. ' order by note.id) as words
            from private.order_notes as note where note.order_id = $1 and note.resolved_at is null) as said
   where placed.id = $1 and placed.needs_review is distinct from said.words
$$;
create policy "triggers may write needs_review" on public.pre_orders for update to shop_triggers using (true) with check (true);

create function private.write_changed_needs_review() returns trigger language plpgsql set search_path = '' as $$
begin
  perform private.write_needs_review(new.order_id);
  return null;
end $$;
-- A trigger that changes notes writes the column itself, after its last change.
create trigger write_needs_review after insert or update on private.order_notes
  for each row when (pg_trigger_depth() = 0) execute function private.write_changed_needs_review();

-- Turns what the version before writes into `needs_review` into notes.
create function private.read_needs_review() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  was constant text[] := case when tg_op = 'UPDATE' then string_to_array(old.needs_review, '. ') end;
  sentences constant text[] := string_to_array(new.needs_review, '. ');
begin
  update private.order_notes as note set resolved_at = public.shop_now(), resolved_by = auth.uid()
   where note.order_id = new.id and note.resolved_at is null
     and private.order_note_words(note.kind, note.facts) = any (was)
     and private.order_note_words(note.kind, note.facts) <> all (coalesce(sentences, '{}'));
  insert into private.order_notes (order_id, kind, facts)
    select new.id, said.kind, said.facts
      from unnest(sentences) with ordinality as each (sentence, place), private.read_order_note(sentence) as said
     where sentence <> all (coalesce(was, '{}')) order by place
    on conflict do nothing;
  perform private.write_needs_review(new.id);
  return null;
end $$;
revoke all on function private.read_needs_review() from public;
-- Before the trigger `order_notes`, by its name.
create trigger needs_review_changed after update on public.pre_orders
  for each row
  when (old.needs_review is distinct from new.needs_review and pg_trigger_depth() = 0) execute function private.read_needs_review();
create trigger needs_review_new after insert on public.pre_orders
  for each row when (new.needs_review is not null) execute function private.read_needs_review();

create function private.read_discrepancy_detail(kind text, detail text) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_strip_nulls(case
    when kind = 'open_dispute' then
      jsonb_build_object('status', split_part(detail, ' ', 1), 'reason', substr(detail, strpos(detail || ' ', ' ') + 1))
    when kind = 'different_amount' then
      (select jsonb_build_object('kind', note.kind) || note.facts from private.read_order_note(detail) as note)
    when kind = 'paid_twice' then jsonb_build_object('leftPence',
      (translate(substring(detail from '^£([0-9,]+\.[0-9]{2}) to refund$'), ',', '')::numeric * 100)::bigint)
    when kind = 'refund_failed' then jsonb_build_object('failure', detail)
    when kind in ('paid_by_hand', 'paid_set_pending') then
      jsonb_build_object('actor', nullif(split_part(detail, ' ', 1), ''), 'at', split_part(detail, ' ', 2))
    when kind = 'fraud_warning' then jsonb_build_object('warning', detail)
  end), '{}')
$$;

create function private.discrepancy_detail(kind text, facts jsonb) returns text language sql immutable set search_path = '' as $$
  select case
    when kind = 'open_dispute' then concat_ws(' ', facts ->> 'status', facts ->> 'reason')
    when kind = 'different_amount' then private.order_note_words(facts ->> 'kind', facts - 'kind')
    when kind = 'paid_twice' then '£' || to_char((facts ->> 'leftPence')::numeric / 100, 'FM999,999,999,990.00') || ' to refund'
    when kind = 'refund_failed' then facts ->> 'failure'
    when kind in ('paid_by_hand', 'paid_set_pending') then coalesce(facts ->> 'actor', '') || ' ' || (facts ->> 'at')
    when kind = 'fraud_warning' then facts ->> 'warning'
  end
$$;

set local role service_role;
update private.payment_discrepancies set facts = private.read_discrepancy_detail(kind, detail) where detail is not null;
reset role;

-- Facts win where both are written. PostgreSQL gives a conflicting insert its facts before it updates the row.
create function private.keep_discrepancy_detail() returns trigger language plpgsql set search_path = '' as $$
begin
  if new.facts <> coalesce(old.facts, '{}') then
    new.detail := private.discrepancy_detail(new.kind, new.facts);
  elsif tg_op = 'INSERT' or new.detail is distinct from old.detail then
    new.facts := private.read_discrepancy_detail(new.kind, new.detail);
  end if;
  return new;
end $$;
create trigger keep_detail before insert or update on private.payment_discrepancies
  for each row execute function private.keep_discrepancy_detail();

-- The fill.
set local role service_role;
insert into private.order_notes (order_id, kind, facts, at)
select placed.id, said.kind, said.facts, placed.updated_at
  from public.pre_orders as placed, unnest(string_to_array(placed.needs_review, '. ')) with ordinality as each (sentence, place),
    private.read_order_note(sentence) as said
 where placed.needs_review is not null order by placed.created_at, placed.id, each.place
on conflict do nothing;
reset role;
