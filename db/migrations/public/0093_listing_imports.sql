-- Garments that were made of another shop's file: which file, and the pictures that are fetched for them.

create table private.listing_imports (
  id uuid primary key default gen_random_uuid(),
  imported_at timestamptz not null default public.shop_now(),
  format text not null check (format in ('shopify', 'shopify-old', 'etsy')),
  made integer not null default 0 check (made >= 0)
);
select private.protect('private.listing_imports');

-- `source_key`: what the other shop calls it, so that a second import finds it under any name. `handle`: its address
-- there. `version`: of the garment as the import left it; another one means that it was changed by hand.
create table private.imported_products (
  source text not null check (source in ('shopify', 'etsy')),
  source_key text not null check (length(source_key) between 1 and 600),
  product_id uuid not null references public.products (id) on delete cascade,
  import_id uuid not null references private.listing_imports (id) on delete cascade,
  handle text check (length(handle) <= 300),
  version integer not null,
  primary key (source, source_key)
);
create index imported_products_product_id_idx on private.imported_products (product_id);
create index imported_products_import_id_idx on private.imported_products (import_id);
select private.protect('private.imported_products');

-- `tries` and `try_at`: a picture that could not be fetched is due again later.
create table private.imported_pictures (
  id bigint generated always as identity primary key,
  product_id uuid not null references public.products (id) on delete cascade,
  position smallint not null,
  address text not null check (length(address) between 1 and 4000),
  alt text check (length(alt) <= 1000),
  state text not null default 'waiting' check (state in ('waiting', 'stored', 'failed')),
  problem text check (problem in ('address_invalid', 'address_private', 'not_found', 'refused', 'redirects', 'too_large',
    'timeout', 'unreachable', 'no_picture')),
  tries smallint not null default 0,
  try_at timestamptz not null default now(),
  constraint imported_pictures_key unique (product_id, position),
  constraint imported_pictures_problem check (state <> 'failed' or problem is not null)
);
create index imported_pictures_waiting_idx on private.imported_pictures (try_at) where state = 'waiting';
select private.protect('private.imported_pictures');
