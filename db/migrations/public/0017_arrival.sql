-- The day an order arrives at the latest: its dispatch day and the longest transit of the chosen delivery service. Set when
-- the order is paid, moved with the dispatch day. Null before that, for orders paid before this column existed, and where
-- the service's transit days are not known.
alter table public.pre_orders add column arrive_by date;
grant select (arrive_by) on public.pre_orders to authenticated;
