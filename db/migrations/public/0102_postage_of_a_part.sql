-- A parcel at Click & Drop may have a part of its order.

alter table private.postage_parcels
  add column pieces jsonb check (jsonb_typeof(pieces) = 'array');

comment on column private.postage_parcels.pieces is
  'By position of the order''s lines: [{"position": 0, "quantity": 1}]. Null: all that is still to be sent.';
