-- The colour by which customers filter, where the owner chose it; otherwise `colour-families.ts` reads it from the colour.
alter table public.products
  add column colour_family text constraint products_colour_family_check check (colour_family in ('white', 'beige', 'brown',
    'black', 'grey', 'blue', 'green', 'yellow', 'orange', 'red', 'pink', 'purple', 'other'));
grant insert (colour_family), update (colour_family) on public.products to authenticated;
