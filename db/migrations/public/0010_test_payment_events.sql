-- What a payment company keeps besides its pages: events until they are delivered, and refunds by their key.
create table private.test_payment_events (
  id text primary key,
  session_id text not null references private.test_payment_sessions on delete cascade,
  type text not null,
  created_at timestamptz not null default now(),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  delivered_at timestamptz
);
create index test_payment_events_waiting_idx on private.test_payment_events (next_attempt_at) where delivered_at is null;

alter table private.test_payment_events enable row level security;
alter table private.test_payment_events force row level security;
revoke all on private.test_payment_events from anon, authenticated;
grant select, insert, update, delete on private.test_payment_events to service_role;
create policy "the service keeps test events" on private.test_payment_events for all to service_role
  using (true) with check (true);

-- {"the idempotency key": pence}: the same refund asked for twice is one refund.
alter table private.test_payment_sessions add refunds jsonb not null default '{}';

-- Units of a pre-order with a limit are counted by garment.
create index order_lines_product_id_idx on public.order_lines (product_id) where is_preorder;
