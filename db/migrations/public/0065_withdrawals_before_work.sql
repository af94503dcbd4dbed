-- A withdrawal from what was not begun cancels it at once. Its pieces are cancelled then, so they are not withdrawn from again.
alter table private.returns add column stopped boolean not null default false;
comment on column private.returns.stopped is 'its pieces were cancelled with it, since nothing of the order was begun';
