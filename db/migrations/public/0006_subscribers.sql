-- Subscribers: sign-ups with their consent, the suppression list, the consent log and counts.

-- One row. What sign-ups and e-mails depend on; the server writes its configuration here at start.
create table private.email_settings (
  only_row boolean primary key default true check (only_row),
  double_opt_in boolean not null default false,
  -- The text beside the field, to which a visitor who signs up agrees.
  consent_text text not null default '',
  mail_domain text not null default 'localhost',
  -- Where e-mails to the owner go; the setting `owner_emails` overrides it.
  shop_email text
);
insert into private.email_settings default values;

-- Addresses that objected, as hashes: rows outlive the sign-up, an import and an erasure, and contain no address.
create table private.suppressions (
  address_hash text primary key,
  reason text not null check (reason in ('unsubscribed', 'complaint', 'bounced')),
  at timestamptz not null default public.shop_now()
);

-- Every consent and objection, as proof. Rows are deleted only when a person's data is erased.
create table private.consent_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default public.shop_now(),
  email text not null,
  event text not null check (event in ('signed_up', 'imported', 'confirmed', 'unsubscribed', 'complaint', 'bounced', 'resumed',
    'removed', 'corrected')),
  source text,
  consent_text text,
  ip text,
  -- Links in e-mails name the sign-up, whose row may be deleted by then.
  signup_id uuid
);
create index consent_log_email_idx on private.consent_log (email, id);
create index consent_log_signup_idx on private.consent_log (signup_id);

-- The hash of an address: SHA-256 of it in lower case.
create function private.address_hash(email text) returns text language sql immutable as
$$ select encode(sha256(convert_to(lower(trim(email)), 'UTF8')), 'hex') $$;

-- An address as `mailAddress` of the program accepts it, in lower case and ASCII. No other could receive an e-mail.
create function private.is_plain_address(email text) returns boolean language sql immutable as $$
  select length(email) <= 254 and position('@' in email) <= 65
    and email ~ '^[a-z0-9!#$%&''*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&''*+/=?^_`{|}~-]+)*@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'
    and email !~ '\.([0-9]+|0x[0-9a-f]*)$'
$$;
grant execute on function private.is_plain_address(text) to anon, authenticated, service_role;

-- Any visitor may add an address; administrators alone read the list.
create table public.email_signups (
  id uuid primary key default gen_random_uuid(),
  email text not null constraint email_signups_email_key unique
    constraint email_signups_email_check check (private.is_plain_address(email)),
  created_at timestamptz not null default public.shop_now(),
  -- Consent: where, to which text, when, and from which network address.
  source text not null default 'coming-soon' check (source ~ '^[a-z0-9][a-z0-9/_-]{0,59}$'),
  consent_text text not null default '',
  consented_at timestamptz not null default public.shop_now(),
  consent_ip text,
  -- Null: not yet confirmed by the link. Such an address gets one e-mail, with that link.
  confirmed_at timestamptz,
  unsubscribed_at timestamptz,
  unsubscribe_reason text check (unsubscribe_reason in ('unsubscribed', 'complaint', 'bounced'))
);
create index email_signups_newest_idx on public.email_signups (created_at desc, id);
create index email_signups_subscribed_newest_idx on public.email_signups (created_at desc, id)
  where confirmed_at is not null and unsubscribed_at is null;
create index email_signups_unconfirmed_newest_idx on public.email_signups (created_at desc, id)
  where confirmed_at is null and unsubscribed_at is null;
create index email_signups_unsubscribed_newest_idx on public.email_signups (created_at desc, id)
  where unsubscribed_at is not null;
create index email_signups_unconfirmed_idx on public.email_signups (created_at) where confirmed_at is null;
create index email_signups_unsubscribed_idx on public.email_signups (unsubscribed_at) where unsubscribed_at is not null;
create index email_signups_address_hash_idx on public.email_signups (private.address_hash(email))
  where confirmed_at is not null and unsubscribed_at is null;
create index email_signups_prefix_idx on public.email_signups (email text_pattern_ops);
do $$ begin
  execute format('create index email_signups_trigram_idx on public.email_signups using gin (email %I.gin_trgm_ops)
    with (fastupdate = off)',
    (select n.nspname from pg_opclass o join pg_namespace n on n.oid = o.opcnamespace where o.opcname = 'gin_trgm_ops'));
end $$;

alter table public.email_signups enable row level security;
alter table public.email_signups force row level security;
revoke all on public.email_signups from anon, authenticated;
grant insert (email, source) on public.email_signups to anon, authenticated;
grant select, update (email), delete on public.email_signups to authenticated;
grant select, insert, update, delete on public.email_signups to service_role;
create policy "every caller may sign up" on public.email_signups for insert to anon, authenticated with check (true);
create policy "administrators read sign-ups" on public.email_signups for select to authenticated
  using ((select private.is_admin()));
create policy "administrators change sign-ups" on public.email_signups for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "administrators delete sign-ups" on public.email_signups for delete to authenticated
  using ((select private.is_admin()));
create policy "service_role may do everything" on public.email_signups for all to service_role using (true) with check (true);
create policy "triggers may read" on public.email_signups for select to shop_triggers using (true);
create policy "triggers may update" on public.email_signups for update to shop_triggers using (true) with check (true);
create policy "triggers may delete" on public.email_signups for delete to shop_triggers using (true);

-- How many rows are subscribed, unconfirmed and unsubscribed: the sums of what each statement added and removed. Statements
-- add rows, so concurrent sign-ups do not wait for each other; a job merges the rows.
create table private.signup_counts (
  id bigint generated always as identity primary key,
  subscribed integer not null,
  unconfirmed integer not null,
  unsubscribed integer not null
);
insert into private.signup_counts (subscribed, unconfirmed, unsubscribed) values (0, 0, 0);

do $$
declare name text;
begin
  foreach name in array array['email_settings', 'suppressions', 'consent_log', 'signup_counts'] loop
    execute format('alter table private.%I enable row level security', name);
    execute format('alter table private.%I force row level security', name);
    execute format('create policy "service_role may do everything" on private.%I for all to service_role
      using (true) with check (true)', name);
  end loop;
end $$;
grant select, update on private.email_settings to service_role;
grant select, insert, update, delete on private.suppressions to service_role;
grant select, insert, delete on private.consent_log, private.signup_counts to service_role;
create policy "triggers may read" on private.email_settings for select to shop_triggers using (true);
create policy "triggers may do everything" on private.suppressions for all to shop_triggers using (true) with check (true);
create policy "triggers may insert" on private.consent_log for insert to shop_triggers with check (true);
create policy "triggers may do everything" on private.signup_counts for all to shop_triggers using (true) with check (true);

-- Whether the shop may send marketing e-mail to a sign-up: confirmed, not unsubscribed and not on the suppression list.
create function private.can_email(s public.email_signups) returns boolean language sql stable as $$
  select s.confirmed_at is not null and s.unsubscribed_at is null
    and not exists (select from private.suppressions n where n.address_hash = private.address_hash(s.email))
$$;
revoke all on function private.can_email(public.email_signups) from public;
grant execute on function private.can_email(public.email_signups) to service_role;

-- A visitor signs up one address per request.
create function private.refuse_bulk_signup() returns trigger language plpgsql as $$
begin
  if coalesce(auth.role(), 'service_role') <> 'service_role' and (select count(*) from added) > 1 then
    raise exception using errcode = 'PT400', message = 'One address at a time.';
  end if;
  return null;
end $$;
revoke all on function private.refuse_bulk_signup() from public;
create trigger refuse_bulk_signup after insert on public.email_signups
  referencing new table as added for each statement execute function private.refuse_bulk_signup();

-- One address is one row, in lower case. A visitor's sign-up replaces an unsubscribed or unconfirmed row of the address; an
-- import changes neither. A suppressed address that is added again gets e-mail only after it is confirmed. A corrected address
-- brings no consent of its own, and its suppression applies.
create function private.normalize_signup() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  settings private.email_settings;
  suppression private.suppressions;
  replaced_id uuid;
  by_service boolean := coalesce(auth.role(), 'service_role') = 'service_role';
begin
  new.email := lower(trim(new.email));
  if tg_op = 'UPDATE' and new.email = old.email then return new; end if;
  select * into suppression from private.suppressions where address_hash = private.address_hash(new.email);
  if by_service or tg_op = 'UPDATE' then
    if tg_op = 'INSERT' then new.confirmed_at := coalesce(new.confirmed_at, public.shop_now()); end if;
    if suppression.reason is not null and new.unsubscribed_at is null then
      new.unsubscribed_at := suppression.at;
      new.unsubscribe_reason := suppression.reason;
    end if;
    return new;
  end if;
  select * into settings from private.email_settings;
  delete from public.email_signups
   where email = new.email and (unsubscribed_at is not null or confirmed_at is null) returning id into replaced_id;
  new.id := coalesce(replaced_id, new.id);
  new.consent_text := settings.consent_text;
  new.consented_at := public.shop_now();
  new.consent_ip := nullif(current_setting('request.ip', true), '');
  new.confirmed_at := case when settings.double_opt_in or suppression.reason is not null then null else public.shop_now() end;
  return new;
end $$;
revoke all on function private.normalize_signup() from public;
create trigger before_write before insert or update on public.email_signups
  for each row execute function private.normalize_signup();

-- Keeps the consent log and the suppression list, and queues the e-mail that follows: at most one of a kind to an address a
-- day, one a week to a suppressed address, none to one that complained. A change of the row never lifts a suppression: the
-- subscriber does, by confirming or by undoing the objection.
create function private.record_signup_change() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  by_service boolean := coalesce(auth.role(), 'service_role') = 'service_role';
  suppression private.suppressions;
  event text;
  cause text;
  period text := 'YYYY-MM-DD';
begin
  if tg_op = 'DELETE' then
    -- A row that a new sign-up replaces was not removed by a person.
    if pg_trigger_depth() = 1 then
      insert into private.consent_log (email, event, source, signup_id) values (old.email, 'removed', auth.role(), old.id);
    end if;
    return null;
  end if;
  if tg_op = 'INSERT' then
    event := case when by_service then 'imported' else 'signed_up' end;
  elsif new.email <> old.email then
    event := 'corrected';
  elsif new.unsubscribed_at is not null
      and (old.unsubscribed_at is null or new.unsubscribe_reason is distinct from old.unsubscribe_reason) then
    event := coalesce(new.unsubscribe_reason, 'unsubscribed');
  elsif new.unsubscribed_at is null and old.unsubscribed_at is not null then
    event := 'resumed';
  elsif new.confirmed_at is not null and old.confirmed_at is null then
    event := 'confirmed';
  else
    return null;
  end if;
  -- The suppression remains when the row is deleted.
  if new.unsubscribed_at is not null then
    insert into private.suppressions as n (address_hash, reason, at)
    values (private.address_hash(new.email), coalesce(new.unsubscribe_reason, 'unsubscribed'), new.unsubscribed_at)
    on conflict (address_hash) do update set reason = excluded.reason
      where excluded.reason = 'complaint' and n.reason <> 'complaint';
  end if;
  insert into private.consent_log (email, event, source, consent_text, ip, signup_id)
  values (new.email, event, new.source, new.consent_text,
    coalesce(nullif(current_setting('request.ip', true), ''), new.consent_ip), new.id);
  if new.unsubscribed_at is not null then return null; end if;
  select * into suppression from private.suppressions where address_hash = private.address_hash(new.email);
  -- An address that complained gets no confirmation either: a stranger could request one every week.
  if suppression.reason = 'complaint' and new.confirmed_at is null then return null; end if;
  if suppression.reason is not null then period := 'IYYY-"W"IW'; end if;
  cause := left(private.address_hash(new.email), 32) || '.' || to_char(public.shop_now(), period);
  if event in ('signed_up', 'corrected') and new.confirmed_at is null then
    perform private.queue_email('subscriber_confirm', cause, new.email, jsonb_build_object('signupId', new.id));
  elsif event in ('signed_up', 'confirmed') then
    perform private.queue_email('subscriber_welcome', cause, new.email, jsonb_build_object('signupId', new.id));
  end if;
  return null;
end $$;
revoke all on function private.record_signup_change() from public;
create trigger after_write after insert or update or delete on public.email_signups
  for each row execute function private.record_signup_change();

-- Unsubscribes the rows of newly suppressed addresses, because lists and counts read the rows. Here the suppression is written
-- first and elsewhere the row is locked first, so a locked row is skipped, against deadlocks; an hourly job finds it.
create function private.unsubscribe_suppressed() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  with suppressed as (select s.id, n.at, n.reason from added as n
    join public.email_signups as s on private.address_hash(s.email) = n.address_hash
    where s.confirmed_at is not null and s.unsubscribed_at is null for update of s skip locked)
  -- The reason `unsubscribed` is left out: the objection came for another row, so it cannot be undone from this one.
  update public.email_signups as s
     set unsubscribed_at = suppressed.at, unsubscribe_reason = nullif(suppressed.reason, 'unsubscribed')
    from suppressed where s.id = suppressed.id;
  return null;
end $$;
revoke all on function private.unsubscribe_suppressed() from public;
create trigger unsubscribe_suppressed after insert on private.suppressions
  referencing new table as added for each statement execute function private.unsubscribe_suppressed();

-- Adds the difference a statement makes to the counts.
create function private.count_signups() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'TRUNCATE' then
    delete from private.signup_counts;
    return null;
  end if;
  if tg_op = 'INSERT' then
    insert into private.signup_counts (subscribed, unconfirmed, unsubscribed)
    select subscribed, unconfirmed, unsubscribed from (
      select count(*) filter (where unsubscribed_at is null and confirmed_at is not null) as subscribed,
        count(*) filter (where unsubscribed_at is null and confirmed_at is null) as unconfirmed,
        count(*) filter (where unsubscribed_at is not null) as unsubscribed from added) as found
     where (subscribed, unconfirmed, unsubscribed) <> (0, 0, 0);
  elsif tg_op = 'DELETE' then
    insert into private.signup_counts (subscribed, unconfirmed, unsubscribed)
    select -subscribed, -unconfirmed, -unsubscribed from (
      select count(*) filter (where unsubscribed_at is null and confirmed_at is not null) as subscribed,
        count(*) filter (where unsubscribed_at is null and confirmed_at is null) as unconfirmed,
        count(*) filter (where unsubscribed_at is not null) as unsubscribed from gone) as found
     where (subscribed, unconfirmed, unsubscribed) <> (0, 0, 0);
  else
    insert into private.signup_counts (subscribed, unconfirmed, unsubscribed)
    select subscribed, unconfirmed, unsubscribed from (
      select coalesce(sum(sign) filter (where unsubscribed_at is null and confirmed_at is not null), 0) as subscribed,
        coalesce(sum(sign) filter (where unsubscribed_at is null and confirmed_at is null), 0) as unconfirmed,
        coalesce(sum(sign) filter (where unsubscribed_at is not null), 0) as unsubscribed
        from (select 1 as sign, unsubscribed_at, confirmed_at from added
          union all select -1, unsubscribed_at, confirmed_at from gone) as changes) as found
     where (subscribed, unconfirmed, unsubscribed) <> (0, 0, 0);
  end if;
  return null;
end $$;
revoke all on function private.count_signups() from public;
create trigger count_inserted after insert on public.email_signups
  referencing new table as added for each statement execute function private.count_signups();
create trigger count_deleted after delete on public.email_signups
  referencing old table as gone for each statement execute function private.count_signups();
create trigger count_updated after update on public.email_signups
  referencing old table as gone new table as added for each statement execute function private.count_signups();
create trigger count_truncated after truncate on public.email_signups
  for each statement execute function private.count_signups();
