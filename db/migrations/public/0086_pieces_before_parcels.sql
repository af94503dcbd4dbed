-- A piece is packed when it leaves in a parcel of a part of its order. What it was before, so that it is that again where the
-- parcel is taken back. Pieces that left before this migration, or that were packed already, have neither and stay packed.
alter table private.pieces
  add column parcel_id bigint,   -- the parcel by which it was packed
  add column state_before text check (state_before in ('to_cut', 'cut', 'sewn'));

-- Every way in which a parcel is taken back passes here, while it still has its lines. An order with such a piece is no longer
-- ready to post, and its other pieces stay packed.
create function private.unpack_parcel() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from private.parcel_lines as part join private.pieces as piece using (line_id)
    where part.parcel_id = old.id and piece.parcel_id = old.id and piece.state = 'packed') then
    update public.pre_orders set ready_at = null where id = old.order_id and ready_at is not null;
    if found then
      insert into private.pieces (line_id, number, state)
        select line.id, piece, 'packed' from public.order_lines as line,
            generate_series(1, line.quantity - line.cancelled_quantity) as piece
         where line.order_id = old.order_id
        on conflict (line_id, number) do update set state = 'packed';
    end if;
  end if;
  delete from private.pieces as piece using private.parcel_lines as part
   where part.parcel_id = old.id and piece.line_id = part.line_id and piece.parcel_id = old.id and piece.state = 'packed'
     and piece.state_before = 'to_cut';
  update private.pieces as piece
    set state = piece.state_before, parcel_id = null, state_before = null, changed_at = public.shop_now()
    from private.parcel_lines as part
   where part.parcel_id = old.id and piece.line_id = part.line_id and piece.parcel_id = old.id and piece.state = 'packed';
  return old;
end $$;
create trigger unpack_pieces before delete on private.parcels for each row execute function private.unpack_parcel();
revoke all on function private.unpack_parcel() from public;

do $$
declare
  definition text;
begin
  -- As before, with all that a piece has.
  select replace(replace(pg_get_functiondef(oid),
      '(line_id, number, state, began, cut_at, cloth, cloth_cm, changed_at)
        select p.line_id, p.place, p.state, p.began, p.cut_at, p.cloth, p.cloth_cm, p.changed_at',
      '(line_id, number, state, began, cut_at, cloth, cloth_cm, changed_at, parcel_id, state_before)
        select p.line_id, p.place, p.state, p.began, p.cut_at, p.cloth, p.cloth_cm, p.changed_at, p.parcel_id, p.state_before'),
      'cloth_cm, changed_at, place)', 'cloth_cm, changed_at, parcel_id, state_before, place)') into strict definition
    from pg_proc where oid = 'private.keep_pieces_of_line()'::regprocedure;
  execute definition;
  select replace(pg_get_functiondef(oid),
      '(line_id, number, state, began, cut_at, cloth, cloth_cm, changed_at)
    select p.line_id, p.number, p.state, p.began, p.cut_at, p.cloth, p.cloth_cm, p.changed_at',
      '(line_id, number, state, began, cut_at, cloth, cloth_cm, changed_at, parcel_id, state_before)
    select p.line_id, p.number, p.state, p.began, p.cut_at, p.cloth, p.cloth_cm, p.changed_at, p.parcel_id, p.state_before')
    into strict definition from pg_proc where oid = 'private.restore_work(public.pre_orders, public.pre_orders)'::regprocedure;
  execute definition;
end $$;
