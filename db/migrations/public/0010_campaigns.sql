-- The launch campaign: its text, its progress and its recipients.

-- The same subject and text are one campaign for ever, so that no subscriber gets them twice.
create table private.campaigns (
  id uuid primary key default gen_random_uuid(),
  subject text not null check (length(subject) between 1 and 200),
  message text not null check (length(message) between 1 and 20000),
  content_hash text not null constraint campaigns_content_key unique,
  provider text not null check (provider in ('smtp', 'klaviyo')),
  state text not null default 'sending' check (state in ('sending', 'paused', 'done')),
  paused_by text check (paused_by in ('admin', 'machine')),
  reason text,             -- why it paused, for the owner
  resume_at timestamptz,   -- when the program tries again
  requested_by uuid,
  created_at timestamptz not null default public.shop_now(),
  finished_at timestamptz
);
create index campaigns_unfinished_idx on private.campaigns (created_at) where state <> 'done';
create trigger audit after insert or update or delete on private.campaigns
  for each row execute function private.audit('id');

-- The worker that holds the lease, and how many e-mails it sends concurrently.
create table private.campaign_runs (
  campaign_id uuid primary key references private.campaigns on delete cascade,
  worker_id uuid,
  leased_until timestamptz,
  concurrency smallint not null default 5 check (concurrency between 1 and 5),
  consecutive_failures smallint not null default 0
);

-- One row per address of a campaign. `sending` after its lease: over SMTP it is unknown whether the e-mail was sent.
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
  constraint campaign_recipients_campaign_id_email_key unique (campaign_id, email)
);
create index campaign_recipients_due_idx on private.campaign_recipients (campaign_id, next_attempt_at, id) where state = 'waiting';
create index campaign_recipients_state_idx on private.campaign_recipients (campaign_id, state);
create index campaign_recipients_email_idx on private.campaign_recipients (email);

do $$
declare name text;
begin
  foreach name in array array['campaigns', 'campaign_runs', 'campaign_recipients'] loop
    execute format('alter table private.%I enable row level security', name);
    execute format('alter table private.%I force row level security', name);
    execute format('grant select, insert, update, delete on private.%I to service_role', name);
    execute format('create policy "service_role may do everything" on private.%I for all to service_role
      using (true) with check (true)', name);
  end loop;
end $$;
