-- outside a transaction
-- The orders of one garment and size, among a hundred thousand.
create index concurrently if not exists order_lines_garment_idx on public.order_lines (product_id, size);
