-- Letters. One row per letter with a unique cause: whatever asks twice, it leaves once.
create table private.outbox (
  id uuid primary key default gen_random_uuid(),
  kind text not null,            -- order_confirmation, ...
  cause text not null,           -- business key within the kind: the order's id, ...
  order_id uuid references public.pre_orders on delete set null,
  recipient text not null,
  data jsonb not null default '{}',
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'sent', 'failed')),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  leased_until timestamptz,
  last_error text,
  message_id text not null,
  created_at timestamptz not null default public.shop_now(),
  sent_at timestamptz,
  constraint outbox_once unique (kind, cause)
);
create index outbox_unfinished_idx on private.outbox (next_attempt_at) where state in ('waiting', 'sending');
create index outbox_order_idx on private.outbox (order_id);

-- Where letters go while no mail server is configured; read at /dev/mailbox.
create table private.mailbox (
  id bigint generated always as identity primary key,
  message_id text not null,
  sender text not null,
  recipient text not null,
  subject text not null,
  html text not null,
  text text not null,
  headers jsonb not null default '{}',
  received_at timestamptz not null default now()
);

alter table private.outbox enable row level security;
alter table private.outbox force row level security;
alter table private.mailbox enable row level security;
alter table private.mailbox force row level security;
revoke all on private.outbox, private.mailbox from anon, authenticated;
grant select, insert, update, delete on private.outbox, private.mailbox to service_role;
create policy "the service keeps the outbox" on private.outbox for all to service_role using (true) with check (true);
create policy "the service keeps the mailbox" on private.mailbox for all to service_role using (true) with check (true);
