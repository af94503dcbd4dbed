-- outside a transaction
-- `pre_orders_paid_idx` does the same.
drop index concurrently if exists public.pre_orders_paid_at_idx;
