-- outside a transaction
-- `pre_orders_search_text_idx` finds more. A program of the version before still searches, slowly, until it is updated.
drop index concurrently if exists public.pre_orders_search_idx;
