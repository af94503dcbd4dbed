-- The list of those who asked to be told, with what they agreed to; who said no; and the launch letter.

-- What the list goes by; the server writes its configuration here when it starts.
create table private.list_rules (
  only_row boolean primary key default true check (only_row),
  double_opt_in boolean not null default false,
  -- The words beside the field: what somebody agrees to who leaves her address.
  consent_text text not null default '',
  mail_domain text not null default 'localhost'
);
insert into private.list_rules default values;

-- Consent: when, where, to which words, from which address of the network; and what became of it.
alter table public.email_signups
  add column source text not null default 'coming-soon' check (source ~ '^[a-z0-9][a-z0-9/_-]{0,59}$'),
  add column consent_text text not null default '',
  add column consented_at timestamptz not null default public.shop_now(),
  add column consent_ip text,
  -- Null: she has not yet said by the letter's link that it was she. Such an address is written to once, for that.
  add column confirmed_at timestamptz,
  add column unsubscribed_at timestamptz,
  add column unsubscribe_reason text check (unsubscribe_reason in ('unsubscribed', 'complaint', 'bounced'));
update public.email_signups set consented_at = created_at, confirmed_at = created_at;
create index email_signups_newest_idx on public.email_signups (created_at desc, id);
grant insert (source) on public.email_signups to anon, authenticated;
grant delete on public.email_signups to authenticated;

-- Whoever said no, as a hash: it outlives the row, an import and an erasure, and names nobody.
create table private.suppressions (
  address_hash text primary key,
  reason text not null check (reason in ('unsubscribed', 'complaint', 'bounced')),
  at timestamptz not null default public.shop_now()
);

-- Everything that was ever said for or against letters. Proof of consent; rows go only when somebody is erased.
create table private.consent_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default public.shop_now(),
  email text not null,
  event text not null check (event in ('signed_up', 'imported', 'confirmed', 'unsubscribed', 'complaint', 'bounced', 'removed', 'corrected')),
  source text,
  consent_text text,
  ip text
);
create index consent_log_email_idx on private.consent_log (email, id);

-- The address of a letter that is not to be written to: the lower-case address, by SHA-256.
create function private.address_hash(email text) returns text language sql immutable as
$$ select encode(sha256(convert_to(lower(trim(email)), 'UTF8')), 'hex') $$;

-- Letters that come to nothing: what they would have told is no longer so.
alter table private.outbox drop constraint outbox_state_check;
alter table private.outbox add constraint outbox_state_check
  check (state in ('waiting', 'sending', 'sent', 'failed', 'dropped'));
alter table private.outbox add column requested_by uuid; -- who asked for a letter to be sent once more
create index outbox_failed_idx on private.outbox (created_at) where state = 'failed';
create index outbox_sent_idx on private.outbox (sent_at) where state = 'sent';
-- The mailbox looks whether it has a letter already.
create index mailbox_message_idx on private.mailbox (message_id);

-- One launch letter: its words, and how far it is. The same words are one campaign for ever, so that nobody has them twice.
create table private.campaigns (
  id uuid primary key default gen_random_uuid(),
  subject text not null check (length(subject) between 1 and 200),
  message text not null check (length(message) between 1 and 20000),
  content_hash text not null constraint campaigns_content_key unique,
  provider text not null check (provider in ('smtp', 'klaviyo')),
  state text not null default 'sending' check (state in ('sending', 'paused', 'done')),
  paused_by text check (paused_by in ('admin', 'machine')),
  reason text,             -- why it paused, for the owner
  resume_at timestamptz,   -- when the machine tries again by itself
  requested_by uuid,
  created_at timestamptz not null default public.shop_now(),
  finished_at timestamptz
);
create index campaigns_unfinished_idx on private.campaigns (created_at) where state <> 'done';

-- Who does the sending just now, and with how many letters at once.
create table private.campaign_runs (
  campaign_id uuid primary key references private.campaigns on delete cascade,
  runner uuid,
  leased_until timestamptz,
  lanes smallint not null default 5 check (lanes between 1 and 5),
  failures_in_a_row smallint not null default 0
);

-- One row for each address of a campaign. `sending` that outlives its run: over SMTP nobody knows whether it left.
create table private.campaign_recipients (
  id bigint generated always as identity primary key,
  campaign_id uuid not null references private.campaigns on delete cascade,
  signup_id uuid not null, -- no reference: the sign-up may be erased
  email text not null,
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'sent', 'failed', 'unknown', 'skipped')),
  attempts smallint not null default 0,
  next_attempt_at timestamptz not null default now(),
  last_error text,
  finished_at timestamptz,
  constraint campaign_recipients_once unique (campaign_id, email)
);
create index campaign_recipients_due_idx on private.campaign_recipients (campaign_id, next_attempt_at, id) where state = 'waiting';
create index campaign_recipients_state_idx on private.campaign_recipients (campaign_id, state);
create index campaign_recipients_email_idx on private.campaign_recipients (email);

do $$
declare each text;
begin
  foreach each in array array['list_rules', 'suppressions', 'consent_log', 'campaigns', 'campaign_runs', 'campaign_recipients'] loop
    execute format('alter table private.%I enable row level security', each);
    execute format('alter table private.%I force row level security', each);
    execute format('revoke all on private.%I from anon, authenticated', each);
    execute format('create policy "the service" on private.%I for all to service_role using (true) with check (true)', each);
  end loop;
end $$;
grant select, update on private.list_rules to service_role;
grant select, insert, update, delete on private.suppressions, private.campaigns, private.campaign_runs,
  private.campaign_recipients to service_role;
grant select, insert, delete on private.consent_log to service_role;
create trigger audit after insert or update or delete on private.campaigns
  for each row execute function private.audit('id');

-- The triggers below work as the owner of the tables, whoever signs up.
do $$ begin
  execute format('create policy "triggers read" on private.list_rules for select to %I using (true)', current_user);
  execute format('create policy "triggers keep" on private.suppressions for all to %I using (true) with check (true)', current_user);
  execute format('create policy "triggers add" on private.consent_log for insert to %I with check (true)', current_user);
  execute format('create policy "triggers write letters" on private.outbox for insert to %I with check (true)', current_user);
  execute format('create policy "triggers see letters" on private.outbox for select to %I using (true)', current_user);
  execute format('create policy "triggers see sign-ups" on public.email_signups for select to %I using (true)', current_user);
  execute format('create policy "triggers renew sign-ups" on public.email_signups for delete to %I using (true)', current_user);
end $$;

-- One address, one row, whatever its case. A visitor who once unsubscribed, or never confirmed, begins anew; an import
-- changes neither. Whoever said no and is put on the list again, by whomever, is written to only after confirming.
create or replace function private.before_signup() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  rules private.list_rules;
  no private.suppressions;
  kept uuid;
  by_service boolean := coalesce(auth.role(), 'service_role') = 'service_role';
begin
  new.email := lower(trim(new.email));
  select * into rules from private.list_rules;
  if tg_op = 'UPDATE' and new.email = old.email then return new; end if;
  select * into no from private.suppressions where address_hash = private.address_hash(new.email);
  if by_service or tg_op = 'UPDATE' then
    new.confirmed_at := coalesce(new.confirmed_at, public.shop_now());
    if no.reason is not null and new.unsubscribed_at is null then
      new.unsubscribed_at := no.at;
      new.unsubscribe_reason := no.reason;
    end if;
    return new;
  end if;
  delete from public.email_signups
   where email = new.email and (unsubscribed_at is not null or confirmed_at is null) returning id into kept;
  new.id := coalesce(kept, new.id);
  new.consent_text := rules.consent_text;
  new.consented_at := public.shop_now();
  new.consent_ip := nullif(current_setting('request.ip', true), '');
  new.confirmed_at := case when rules.double_opt_in or no.reason is not null then null else public.shop_now() end;
  return new;
end $$;
revoke all on function private.before_signup() from public;

-- A letter written by a trigger: the sweep of the outbox sends it within seconds.
create function private.queue_letter(kind text, cause text, recipient text, data jsonb, order_id uuid default null,
  not_before timestamptz default now()) returns void language plpgsql security definer set search_path = '' as $$
begin
  insert into private.outbox (kind, cause, recipient, data, order_id, next_attempt_at, message_id)
  values (kind, cause, recipient, data, order_id, not_before,
    '<' || kind || '.' || cause || '@' || (select mail_domain from private.list_rules) || '>')
  on conflict on constraint outbox_once do nothing;
end $$;
revoke all on function private.queue_letter(text, text, text, jsonb, uuid, timestamptz) from public;

-- Keeps the proof, the list of those who said no, and the letters that follow. At most one of a kind to an address a day.
create function private.after_signup() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  by_service boolean := coalesce(auth.role(), 'service_role') = 'service_role';
  said text;
  cause text;
begin
  if tg_op = 'DELETE' then
    -- A row a new sign-up replaces was not removed by anybody.
    if pg_trigger_depth() = 1 then
      insert into private.consent_log (email, event, source) values (old.email, 'removed', auth.role());
    end if;
    return null;
  end if;
  if tg_op = 'INSERT' then
    said := case when by_service then 'imported' else 'signed_up' end;
  elsif new.unsubscribed_at is not null and old.unsubscribed_at is null then
    said := coalesce(new.unsubscribe_reason, 'unsubscribed');
    insert into private.suppressions (address_hash, reason) values (private.address_hash(new.email), said)
      on conflict (address_hash) do update set reason = excluded.reason, at = excluded.at;
  elsif new.confirmed_at is not null and old.confirmed_at is null then
    said := 'confirmed';
    delete from private.suppressions where address_hash = private.address_hash(new.email);
  elsif new.email <> old.email then
    said := 'corrected';
  else
    return null;
  end if;
  insert into private.consent_log (email, event, source, consent_text, ip)
  values (new.email, said, new.source, new.consent_text,
    coalesce(nullif(current_setting('request.ip', true), ''), new.consent_ip));
  cause := left(private.address_hash(new.email), 32) || '.' || to_char(public.shop_now(), 'YYYY-MM-DD');
  if said = 'signed_up' and new.confirmed_at is null then
    perform private.queue_letter('list_confirm', cause, new.email, jsonb_build_object('signupId', new.id));
  elsif (said = 'signed_up' or said = 'confirmed') and new.unsubscribed_at is null then
    perform private.queue_letter('list_welcome', cause, new.email, jsonb_build_object('signupId', new.id));
  end if;
  return null;
end $$;
revoke all on function private.after_signup() from public;
create trigger after_write after insert or update or delete on public.email_signups
  for each row execute function private.after_signup();
