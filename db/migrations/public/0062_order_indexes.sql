-- The back office reads a hundred thousand orders quickly without these: docs/decisions/0026-order-search.md has the figures.
drop index if exists public.pre_orders_late_idx, public.pre_orders_shipped_by_status_idx, public.pre_orders_shipped_unpaid_idx,
  public.pre_orders_unpaid_by_status_idx, public.pre_orders_cancelled_by_status_idx;
