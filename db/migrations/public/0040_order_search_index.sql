-- outside a transaction
-- The owner's search of orders. Without a pending list: orders are read more often than written.
create index concurrently if not exists pre_orders_search_text_idx on public.pre_orders using gin (
  private.order_search_text(order_number, customer_name, customer_email, customer_phone, product_name, shipping_address,
    shipping_city, shipping_postcode, tracking_number) gin_trgm_ops) with (fastupdate = off);
