-- The countries that an order's payment page offered: one that is switched off later, or alone in its zone, is known.
-- Null in orders placed before: every country of the zone. `delivers_to_ni`: whether GB included Northern Ireland.
alter table public.pre_orders
  add column payable_countries text[],
  add column delivers_to_ni boolean not null default true;
