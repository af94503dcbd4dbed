-- outside a transaction
-- The open holds of a limited code, counted at every checkout with it.
create index concurrently if not exists discount_holds_held_idx on private.discount_holds (discount_id) where state = 'held';
