-- The test provider's own ledger: what a payment company would keep about its payment pages.
create table private.test_payment_sessions (
  id text primary key,
  idempotency_key text not null constraint test_payment_sessions_idempotency_key unique,
  request jsonb not null,        -- what was asked for: lines, amounts in pence, delivery, addresses to return to
  order_id uuid not null,
  amount_subtotal integer not null,
  amount_discount integer not null,
  amount_total integer,          -- pence, null until paid
  delivery_service text,
  status text not null default 'open' check (status in ('open', 'complete', 'expired')),
  payment_status text not null default 'unpaid' check (payment_status in ('unpaid', 'paid', 'no_payment_required')),
  customer jsonb,                -- {name, email, phone, address: {line1, city, postcode, country}}
  refunded_amount integer not null default 0,
  created_at timestamptz not null default public.shop_now(),
  expires_at timestamptz not null,
  completed_at timestamptz
);

alter table private.test_payment_sessions enable row level security;
alter table private.test_payment_sessions force row level security;
revoke all on private.test_payment_sessions from anon, authenticated;
grant select, insert, update, delete on private.test_payment_sessions to service_role;
create policy "the service keeps test payments" on private.test_payment_sessions for all to service_role
  using (true) with check (true);
