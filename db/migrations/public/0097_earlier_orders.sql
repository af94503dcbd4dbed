-- Orders of the owner's former shop, as a private history: no account, no consent and no number of this shop follows
-- from them.

-- The customer of an order that names no e-mail address, as two orders are compared; null where either is missing.
create function private.buyer_key(name text, postcode text) returns text language sql immutable parallel safe
return nullif(private.search_text(name), '') || ' / ' || nullif(private.search_text(translate(postcode, '- ', '')), '');

-- `garments`: one on a line. `amount_pence`: their price, before discounts and delivery, in hundredths of `currency`.
-- Once the customer is erased, name, e-mail address and postcode are empty; the number stays, so that the same file
-- does not bring them back.
create table private.earlier_orders (
  source text not null check (source in ('etsy', 'shopify')),
  number text not null check (length(number) between 1 and 100),
  bought_on date not null,
  name text check (length(name) between 1 and 200),
  email text check (email = lower(email) and length(email) between 1 and 254),
  postcode text check (length(postcode) between 1 and 40),
  country text check (length(country) between 1 and 100),
  garments text not null check (length(garments) <= 20000),
  amount_pence integer not null check (amount_pence >= 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  import_id uuid not null,
  imported_at timestamptz not null default public.shop_now(),
  imported_by uuid references auth.users (id) on delete set null,
  primary key (source, number)
);
create index earlier_orders_email_idx on private.earlier_orders (email);
create index earlier_orders_buyer_idx on private.earlier_orders (private.buyer_key(name, postcode)) where email is null;
create index earlier_orders_import_id_idx on private.earlier_orders (import_id);
create index earlier_orders_imported_by_idx on private.earlier_orders (imported_by);
select private.protect('private.earlier_orders');
