-- Payment links, and orders that were added to another one.

-- The link of an unpaid order: it opens a new payment page whenever the last one has expired.
create table private.payment_links (
  order_id uuid primary key references public.pre_orders (id) on delete cascade,
  -- Until then the order keeps its pieces and its code.
  ends_at timestamptz not null,
  -- How often the link was sent: each time is an e-mail of its own.
  sends integer not null default 1 check (sends > 0),
  -- The number of the newest payment page, and its end: a request that is repeated is the same request.
  page integer not null default 0 check (page >= 0),
  page_ends_at timestamptz,
  constraint payment_links_page_complete check ((page = 0) = (page_ends_at is null))
);
create index payment_links_ends_at_idx on private.payment_links (ends_at);
comment on table private.payment_links is 'links by which the customer of an unpaid order pays';
select private.protect('private.payment_links');

-- Garments that were added to an order before it was begun: an order of their own, which is paid on its own and travels
-- in the parcel of the first.
create table private.joined_orders (
  order_id uuid primary key references public.pre_orders (id) on delete cascade,
  origin_id uuid not null references public.pre_orders (id) on delete cascade,
  constraint joined_orders_differ check (order_id <> origin_id)
);
create index joined_orders_origin_id_idx on private.joined_orders (origin_id);
comment on table private.joined_orders is 'orders that were added to an earlier one';
select private.protect('private.joined_orders');
