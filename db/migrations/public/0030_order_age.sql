-- outside a transaction
-- For the daily retention: the oldest orders that still have their customer.
create index concurrently if not exists pre_orders_age_idx on public.pre_orders (coalesce(paid_at, created_at))
  where coalesce(customer_email, customer_name) is not null;
