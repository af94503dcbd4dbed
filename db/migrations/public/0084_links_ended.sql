-- The end that a payment link had before the owner ended it, for an undo; null: she has not.
alter table private.payment_links add column ended_from timestamptz;
