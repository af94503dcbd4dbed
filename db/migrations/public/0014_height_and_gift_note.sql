-- The customer's height, to which a garment is hemmed: written by checkout, read with the line, erased with the account. The
-- bounds are `heightBounds` of the program.
alter table public.order_lines
  add column height_cm smallint constraint order_lines_height_valid check (height_cm between 140 and 200);

-- The note to enclose with a present. The length is `maxGiftNote` of the program.
alter table public.pre_orders
  add column gift_note text constraint pre_orders_gift_note_valid check (length(gift_note) between 1 and 200);
grant select (gift_note) on public.pre_orders to authenticated;
