-- What no page could show: a pre-order without an end that a calendar knows, and sizes without a name or as long as a page.
alter table public.products
  add constraint products_preorder_end_date_is_a_day
    check (isfinite(preorder_end_date) and preorder_end_date < '3000-01-01'),
  add constraint products_sizes_are_names
    check (array_position(sizes, '') is null and length(array_to_string(sizes, '')) <= 1200);
