-- outside a transaction
-- The orders to one country; nearly all go to the shop's own, and are found without it.
create index concurrently if not exists pre_orders_country_idx on public.pre_orders (shipping_country)
  where shipping_country <> 'GB';
