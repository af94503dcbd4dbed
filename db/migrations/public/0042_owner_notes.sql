-- The owner's own note on an order: never printed, sent, exported, or shown to the customer. The column `notes` of the order is for
-- the parcel. A table of its own, because customers read `pre_orders` with all its columns.
create table private.owner_notes (
  order_id uuid primary key references public.pre_orders on delete cascade,
  note text not null check (length(note) between 1 and 5000),
  updated_at timestamptz not null default public.shop_now()
);
alter table private.owner_notes enable row level security;
alter table private.owner_notes force row level security;
-- The functions of the shop read and write it, after they have checked that the caller is an administrator.
grant select, insert, update, delete on private.owner_notes to service_role;
create policy "service_role may do everything" on private.owner_notes for all to service_role using (true) with check (true);
