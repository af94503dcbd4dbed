-- What Click & Drop, or its file, was given of an order: a hash of each part, by which a later change of the order is noticed.
alter table private.postage_parcels add column given jsonb;
