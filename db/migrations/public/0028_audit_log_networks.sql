-- outside a transaction
-- For the daily retention: the oldest network addresses.
create index concurrently if not exists audit_log_networks_idx on private.audit_log (at) where ip is not null;
