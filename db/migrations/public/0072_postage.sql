-- What customs and the post office need to know of a garment. Apart from `products`, whose columns every visitor may read;
-- without a reference, because an order of a deleted garment still has to be posted.
create table private.product_customs (
  product_id uuid primary key,
  weight_grams integer constraint product_customs_weight_valid check (weight_grams between 1 and 30000),
  -- Grams by size, where sizes differ.
  size_grams jsonb not null default '{}' check (jsonb_typeof(size_grams) = 'object'),
  weave text constraint product_customs_weave_valid check (weave in ('woven', 'knitted')),
  commodity_code text constraint product_customs_code_valid check (commodity_code ~ '^[0-9]{6,10}$'),
  origin text constraint product_customs_origin_valid check (origin ~ '^[A-Z]{2}$'),
  description text constraint product_customs_description_valid check (length(description) between 1 and 35),
  version integer not null default 1,
  updated_at timestamptz not null default public.shop_now()
);
select private.protect('private.product_customs');

-- The key of the owner's Click & Drop account, encrypted under a secret that is not in the database.
create table private.postage_account (
  service text primary key default 'click_and_drop',
  sealed_key text not null,
  refused_at timestamptz,             -- Click & Drop did not accept it any more
  updated_at timestamptz not null default public.shop_now()
);
select private.protect('private.postage_account');

-- What was given to Click & Drop: one row for each parcel of an order, written before the call.
create table private.postage_parcels (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.pre_orders (id) on delete cascade,
  reference text not null,            -- at Click & Drop: the order's number, of a further parcel with -2
  way text not null check (way in ('api', 'file')),
  state text not null check (state in ('waiting', 'sending', 'sent', 'removing', 'exported', 'failed', 'shipped', 'removed')),
  batch uuid,                         -- the file it is in
  order_identifier bigint,            -- Click & Drop's own
  problems jsonb not null default '[]' check (jsonb_typeof(problems) = 'array'), -- `PostageProblem` of the program
  attempts integer not null default 0,
  -- A call may have created the order although no answer came: it is looked for before the next call.
  is_uncertain boolean not null default false,
  next_attempt_at timestamptz not null default now(),
  created_at timestamptz not null default public.shop_now()
);
-- A parcel is given to Click & Drop once.
create unique index postage_parcels_open_key on private.postage_parcels (order_id)
  where state in ('waiting', 'sending', 'sent', 'removing', 'exported');
create index postage_parcels_order_idx on private.postage_parcels (order_id, created_at);
create index postage_parcels_unfinished_idx on private.postage_parcels (next_attempt_at)
  where state in ('waiting', 'sending', 'removing');
create index postage_parcels_batch_idx on private.postage_parcels (batch) where batch is not null;
select private.protect('private.postage_parcels');
