-- outside a transaction
-- The payments of each day for the money page, with their amounts: read from the index alone.
create index concurrently if not exists pre_orders_paid_idx on public.pre_orders (paid_at) include (final_amount)
  where paid_at is not null;
