-- Orders of an erased customer that are still made, sent or returned: what only they need is erased once they are over.
create table private.erasures (
  order_id uuid primary key references public.pre_orders on delete cascade,
  requested_at timestamptz not null default public.shop_now()
);
select private.protect('private.erasures');
