-- outside a transaction
-- For the daily retention: the oldest e-mails that still have a recipient.
create index concurrently if not exists outbox_age_idx on private.outbox (created_at) where recipient <> '';
