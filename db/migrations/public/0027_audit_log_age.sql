-- outside a transaction
-- For the daily retention: the oldest entries, of orders and of everything else.
create index concurrently if not exists audit_log_age_idx on private.audit_log (private.is_about_orders(table_name), at);
