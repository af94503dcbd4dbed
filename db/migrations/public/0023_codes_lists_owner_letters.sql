-- What the owner manages beside orders: codes that know their changes, a list that is counted without counting, and
-- letters to herself.

-- A stale form changes nothing: what she may change has a version. Uses that come and go are no change of hers.
alter table public.discount_codes
  add version integer not null default 1,
  -- A code that is deleted and made again is another one: what open payment pages hold of the first is none of its uses.
  add life uuid not null default gen_random_uuid();
alter table private.discount_holds add life uuid;
alter table public.discount_codes no force row level security;
alter table private.discount_holds no force row level security;
update private.discount_holds as hold set life = code.life from public.discount_codes as code where code.code = hold.code;
alter table public.discount_codes force row level security;
alter table private.discount_holds force row level security;

create function private.before_discount_code() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;
create trigger before_write before update of percent, active, starts_at, ends_at, minimum_subtotal, max_redemptions
  on public.discount_codes for each row execute function private.before_discount_code();
create index discount_codes_newest_idx on public.discount_codes (active desc, created_at desc, code);
-- What a code brought.
create index pre_orders_discount_code_idx on public.pre_orders (discount_code)
  include (final_amount, refunded_amount, discount_amount) where discount_code is not null and paid_at is not null;

-- The list, searched for a part of an address and read part by part.
do $$ begin
  execute format('create index email_signups_part_idx on public.email_signups using gin (email %I.gin_trgm_ops) with (fastupdate = off)',
    (select n.nspname from pg_opclass o join pg_namespace n on n.oid = o.opcnamespace where o.opcname = 'gin_trgm_ops'));
end $$;
create index email_signups_beginning_idx on public.email_signups (email text_pattern_ops);
create index email_signups_on_newest_idx on public.email_signups (created_at desc, id)
  where confirmed_at is not null and unsubscribed_at is null;
create index email_signups_unconfirmed_newest_idx on public.email_signups (created_at desc, id)
  where confirmed_at is null and unsubscribed_at is null;
create index email_signups_off_newest_idx on public.email_signups (created_at desc, id) where unsubscribed_at is not null;

-- Whoever said no is off the list by her row, also where the no came for an address another row has by now: what is read
-- and counted goes by the rows. The no is written first here, and rows are locked first everywhere else, so a row that
-- somebody holds is not waited for; the shop looks for such rows each hour.
create index email_signups_address_hash_idx on public.email_signups (private.address_hash(email))
  where confirmed_at is not null and unsubscribed_at is null;
do $$ begin
  execute format('create policy "triggers take off" on public.email_signups for update to %I using (true) with check (true)', current_user);
end $$;
create function private.take_off_who_said_no() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  with those as (select s.id, n.at, n.reason from added as n
    join public.email_signups as s on private.address_hash(s.email) = n.address_hash
    where s.confirmed_at is not null and s.unsubscribed_at is null for update of s skip locked)
  -- Without a plain no's name: it was not said of this row, so by this row it cannot be taken back.
  update public.email_signups as s set unsubscribed_at = those.at, unsubscribe_reason = nullif(those.reason, 'unsubscribed')
    from those where s.id = those.id;
  return null;
end $$;
revoke all on function private.take_off_who_said_no() from public;
create trigger take_off after insert on private.suppressions
  referencing new table as added for each statement execute function private.take_off_who_said_no();

-- How many stand how to the list: the sum of what every statement added and took away. Rows are only added, so that no
-- sign-up waits for another; now and then they are drawn together.
create table private.signup_counts (
  id bigint generated always as identity primary key,
  on_list integer not null,
  unconfirmed integer not null,
  off_list integer not null
);
alter table private.signup_counts enable row level security;
alter table private.signup_counts force row level security;
revoke all on private.signup_counts from anon, authenticated;
grant select, insert, delete on private.signup_counts to service_role;
create policy "the service counts" on private.signup_counts for all to service_role using (true) with check (true);
do $$ begin
  execute format('create policy "triggers count" on private.signup_counts for all to %I using (true) with check (true)', current_user);
end $$;
insert into private.signup_counts (on_list, unconfirmed, off_list)
select count(*) filter (where unsubscribed_at is null and confirmed_at is not null),
  count(*) filter (where unsubscribed_at is null and confirmed_at is null),
  count(*) filter (where unsubscribed_at is not null)
  from public.email_signups;

create function private.count_signups() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'TRUNCATE' then
    delete from private.signup_counts;
    return null;
  end if;
  if tg_op = 'INSERT' then
    insert into private.signup_counts (on_list, unconfirmed, off_list)
    select on_list, unconfirmed, off_list from (
      select count(*) filter (where unsubscribed_at is null and confirmed_at is not null) as on_list,
        count(*) filter (where unsubscribed_at is null and confirmed_at is null) as unconfirmed,
        count(*) filter (where unsubscribed_at is not null) as off_list from added) as found
     where (on_list, unconfirmed, off_list) <> (0, 0, 0);
  elsif tg_op = 'DELETE' then
    insert into private.signup_counts (on_list, unconfirmed, off_list)
    select -on_list, -unconfirmed, -off_list from (
      select count(*) filter (where unsubscribed_at is null and confirmed_at is not null) as on_list,
        count(*) filter (where unsubscribed_at is null and confirmed_at is null) as unconfirmed,
        count(*) filter (where unsubscribed_at is not null) as off_list from gone) as found
     where (on_list, unconfirmed, off_list) <> (0, 0, 0);
  else
    insert into private.signup_counts (on_list, unconfirmed, off_list)
    select on_list, unconfirmed, off_list from (
      select coalesce(sum(sign) filter (where unsubscribed_at is null and confirmed_at is not null), 0) as on_list,
        coalesce(sum(sign) filter (where unsubscribed_at is null and confirmed_at is null), 0) as unconfirmed,
        coalesce(sum(sign) filter (where unsubscribed_at is not null), 0) as off_list
        from (select 1 as sign, unsubscribed_at, confirmed_at from added
          union all select -1, unsubscribed_at, confirmed_at from gone) as both_sides) as found
     where (on_list, unconfirmed, off_list) <> (0, 0, 0);
  end if;
  return null;
end $$;
revoke all on function private.count_signups() from public;
create trigger count_added after insert on public.email_signups
  referencing new table as added for each statement execute function private.count_signups();
create trigger count_gone after delete on public.email_signups
  referencing old table as gone for each statement execute function private.count_signups();
create trigger count_changed after update on public.email_signups
  referencing old table as gone new table as added for each statement execute function private.count_signups();
create trigger count_emptied after truncate on public.email_signups
  for each statement execute function private.count_signups();

-- Letters to the owner. Where they go the server writes here when it starts; the setting `owner_letters` may name another
-- address, or say 'off'.
alter table private.list_rules add shop_email text;
do $$ begin
  execute format('create policy "triggers ask where the owner''s letters go" on private.settings for select to %I using (true)',
    current_user);
end $$;
create function private.owner_address() returns text language sql stable set search_path = '' as $$
  select nullif(coalesce((select value #>> '{}' from private.settings where name = 'owner_letters'),
    (select shop_email from private.list_rules)), 'off')
$$;
revoke all on function private.owner_address() from public;
grant execute on function private.owner_address() to service_role;

-- How many of a kind she had lately, and what a letter that tells of many is about.
create index outbox_owner_idx on private.outbox (kind, created_at) where kind like 'owner\_%' and not data ? 'digest';
create index outbox_digest_idx on private.outbox ((data ->> 'digest')) where data ? 'digest';

-- One letter for one thing, for good. Beyond twenty of a kind within an hour, one letter after the hour tells of all the
-- others: her letters must not use up what the mail server takes in an hour, which her customers' letters need. What such
-- a letter tells of has a row of its own, `dropped`, that names it.
create function private.tell_owner(told text, about text, of_order uuid, wait interval, facts jsonb) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  address text := private.owner_address();
  moment timestamptz := public.shop_now();
  digest text;
  known boolean;
begin
  if address is null then return; end if;
  select w.data ? 'digest' into known from private.outbox as w where w.kind = told and w.cause = about;
  if known then return; end if;
  if known is null and (select count(*) from (select from private.outbox as w
      where w.kind = told and w.kind like 'owner\_%' and not w.data ? 'digest' and w.created_at > moment - interval '1 hour'
      limit 20) as lately) >= 20 then
    digest := to_char(moment at time zone 'UTC', 'YYYY-MM-DD.HH24');
    insert into private.outbox (kind, cause, recipient, data, order_id, state, message_id)
    values (told, about, address, facts || jsonb_build_object('digest', digest), of_order, 'dropped', '<' || told || '.' || about || '>')
    on conflict on constraint outbox_once do nothing;
    -- Five minutes after the hour, so that whoever began within it has ended.
    insert into private.outbox (kind, cause, recipient, data, next_attempt_at, message_id)
    values ('owner_digest', digest, address, jsonb_build_object('hour', digest), now() + (date_trunc('hour', moment) + interval '65 minutes' - moment),
      '<owner_digest.' || digest || '@' || (select mail_domain from private.list_rules) || '>')
    on conflict on constraint outbox_once do nothing;
    return;
  end if;
  perform private.queue_letter(told, about, address, facts, of_order, now() + wait);
end $$;
revoke all on function private.tell_owner(text, text, uuid, interval, jsonb) from public;

-- An order that the payment company's record makes paid. What somebody sets to paid by hand she knows.
create function private.tell_owner_of_order() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.tell_owner('owner_order_paid', new.id::text, new.id, interval '0', '{}'::jsonb);
  return null;
end $$;
revoke all on function private.tell_owner_of_order() from public;
create trigger tell_owner after update of paid_at on public.pre_orders
  for each row when (old.paid_at is null and new.paid_at is not null) execute function private.tell_owner_of_order();

-- Money that needs her. What the shop puts right by itself within minutes comes to nothing.
create function private.tell_owner_of_finding() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and old.resolved_at is null then return null; end if;
  perform private.tell_owner('owner_money_finding', new.id::text, new.order_id,
    case when new.kind in ('open_dispute', 'fraud_warning') then interval '0' else interval '10 minutes' end,
    jsonb_build_object('finding', new.id));
  return null;
end $$;
revoke all on function private.tell_owner_of_finding() from public;
create trigger tell_owner after insert or update of resolved_at on private.money_findings
  for each row when (new.resolved_at is null and new.kind <> 'paid_by_hand') execute function private.tell_owner_of_finding();
