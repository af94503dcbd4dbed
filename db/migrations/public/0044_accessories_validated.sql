alter table public.products validate constraint products_kind_check;
