-- The families of colours are a setting, so a garment's may be one that the owner added: the column has the id of any.
alter table public.products
  drop constraint products_colour_family_check,
  add constraint products_colour_family_check
    check (length(colour_family) <= 40 and colour_family ~ '^[a-z0-9]+(-[a-z0-9]+)*$') not valid;
