-- The list of those who asked to be told: who may be written to, what is an address, and what a word of hers is.

-- The one rule of every letter to the list: she said yes, has not said no since, and no list of noes holds her address.
create function private.may_be_written_to(s public.email_signups) returns boolean language sql stable as $$
  select s.confirmed_at is not null and s.unsubscribed_at is null
    and not exists (select from private.suppressions n where n.address_hash = private.address_hash(s.email))
$$;
revoke all on function private.may_be_written_to(public.email_signups) from public;
grant execute on function private.may_be_written_to(public.email_signups) to service_role;

-- Which sign-up a word belongs to: a link in a letter names the sign-up, and its row may be gone by then.
alter table private.consent_log add column signup_id uuid;
create index consent_log_signup_idx on private.consent_log (signup_id);
alter table private.consent_log drop constraint consent_log_event_check;
alter table private.consent_log add constraint consent_log_event_check check (event in ('signed_up', 'imported', 'confirmed',
  'unsubscribed', 'complaint', 'bounced', 'resumed', 'removed', 'corrected'));
create index email_signups_unconfirmed_idx on public.email_signups (created_at) where confirmed_at is null;
create index email_signups_left_idx on public.email_signups (unsubscribed_at) where unsubscribed_at is not null;

-- What is already there, the owner of the tables may not touch while the policies bind him too.
alter table public.email_signups no force row level security;
-- Those who signed up before there was a question to confirm have said yes.
update public.email_signups set consented_at = created_at, confirmed_at = created_at
 where confirmed_at is null and unsubscribed_at is null and consent_text = ''
   and not exists (select from private.suppressions where address_hash = private.address_hash(email));

-- An address as `mailAddress` takes it, in lower case and ASCII; what it would not take could never be written to.
create function private.is_plain_address(email text) returns boolean language sql immutable as $$
  select length(email) <= 254 and position('@' in email) <= 65
    and email ~ '^[a-z0-9!#$%&''*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&''*+/=?^_`{|}~-]+)*@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'
    and email !~ '\.([0-9]+|0x[0-9a-f]*)$'
$$;
grant execute on function private.is_plain_address(text) to anon, authenticated, service_role;
delete from public.email_signups where not private.is_plain_address(email);
alter table public.email_signups force row level security;
do $$
declare each text;
begin
  for each in select conname from pg_constraint where conrelid = 'public.email_signups'::regclass and contype = 'c'
      and pg_get_constraintdef(oid) like '%254%' loop
    execute format('alter table public.email_signups drop constraint %I', each);
  end loop;
end $$;
alter table public.email_signups add constraint email_signups_email_check check (private.is_plain_address(email));

-- A visitor signs up herself, not a list of others.
create function private.one_signup_at_a_time() returns trigger language plpgsql as $$
begin
  if coalesce(auth.role(), 'service_role') <> 'service_role' and (select count(*) from added) > 1 then
    raise exception using errcode = 'PT400', message = 'One address at a time.';
  end if;
  return null;
end $$;
create trigger one_at_a_time after insert on public.email_signups
  referencing new table as added for each statement execute function private.one_signup_at_a_time();

-- One address, one row, whatever its case. A visitor who once unsubscribed, or never confirmed, begins anew; an import
-- changes neither. Whoever said no and is put on the list again, by whomever, is written to only after confirming.
-- A corrected address brings no yes with it that was not there, and finds the no that waits for it.
create or replace function private.before_signup() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  rules private.list_rules;
  no private.suppressions;
  kept uuid;
  by_service boolean := coalesce(auth.role(), 'service_role') = 'service_role';
begin
  new.email := lower(trim(new.email));
  if tg_op = 'UPDATE' and new.email = old.email then return new; end if;
  select * into no from private.suppressions where address_hash = private.address_hash(new.email);
  if by_service or tg_op = 'UPDATE' then
    if tg_op = 'INSERT' then new.confirmed_at := coalesce(new.confirmed_at, public.shop_now()); end if;
    if no.reason is not null and new.unsubscribed_at is null then
      new.unsubscribed_at := no.at;
      new.unsubscribe_reason := no.reason;
    end if;
    return new;
  end if;
  select * into rules from private.list_rules;
  delete from public.email_signups
   where email = new.email and (unsubscribed_at is not null or confirmed_at is null) returning id into kept;
  new.id := coalesce(kept, new.id);
  new.consent_text := rules.consent_text;
  new.consented_at := public.shop_now();
  new.consent_ip := nullif(current_setting('request.ip', true), '');
  new.confirmed_at := case when rules.double_opt_in or no.reason is not null then null else public.shop_now() end;
  return new;
end $$;

-- Keeps the proof, the list of those who said no, and the letters that follow: to an address at most one of a kind a day,
-- one a week to somebody who said no and whom anybody may have put there again, none to somebody who complained. A row's
-- own word never takes a no back: that does only she who confirms by the letter, or takes the no back herself.
create or replace function private.after_signup() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  by_service boolean := coalesce(auth.role(), 'service_role') = 'service_role';
  no private.suppressions;
  said text;
  cause text;
  period text := 'YYYY-MM-DD';
begin
  if tg_op = 'DELETE' then
    -- A row a new sign-up replaces was not removed by anybody.
    if pg_trigger_depth() = 1 then
      insert into private.consent_log (email, event, source, signup_id) values (old.email, 'removed', auth.role(), old.id);
    end if;
    return null;
  end if;
  if tg_op = 'INSERT' then
    said := case when by_service then 'imported' else 'signed_up' end;
  elsif new.email <> old.email then
    said := 'corrected';
  elsif new.unsubscribed_at is not null
      and (old.unsubscribed_at is null or new.unsubscribe_reason is distinct from old.unsubscribe_reason) then
    said := coalesce(new.unsubscribe_reason, 'unsubscribed');
  elsif new.unsubscribed_at is null and old.unsubscribed_at is not null then
    said := 'resumed';
  elsif new.confirmed_at is not null and old.confirmed_at is null then
    said := 'confirmed';
  else
    return null;
  end if;
  -- Whoever is off the list with a row is off it without one.
  if new.unsubscribed_at is not null then
    insert into private.suppressions as n (address_hash, reason, at)
    values (private.address_hash(new.email), coalesce(new.unsubscribe_reason, 'unsubscribed'), new.unsubscribed_at)
    on conflict (address_hash) do update set reason = excluded.reason
      where excluded.reason = 'complaint' and n.reason <> 'complaint';
  end if;
  insert into private.consent_log (email, event, source, consent_text, ip, signup_id)
  values (new.email, said, new.source, new.consent_text,
    coalesce(nullif(current_setting('request.ip', true), ''), new.consent_ip), new.id);
  if new.unsubscribed_at is not null then return null; end if;
  select * into no from private.suppressions where address_hash = private.address_hash(new.email);
  -- Whoever complained is not even asked: a stranger could have her asked every week.
  if no.reason = 'complaint' and new.confirmed_at is null then return null; end if;
  if no.reason is not null then period := 'IYYY-"W"IW'; end if;
  cause := left(private.address_hash(new.email), 32) || '.' || to_char(public.shop_now(), period);
  if said in ('signed_up', 'corrected') and new.confirmed_at is null then
    perform private.queue_letter('list_confirm', cause, new.email, jsonb_build_object('signupId', new.id));
  elsif said in ('signed_up', 'confirmed') then
    perform private.queue_letter('list_welcome', cause, new.email, jsonb_build_object('signupId', new.id));
  end if;
  return null;
end $$;
revoke all on function private.one_signup_at_a_time() from public;
