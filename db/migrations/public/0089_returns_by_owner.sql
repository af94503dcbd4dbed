-- A return that a customer declared by e-mail or telephone, and the owner recorded.
alter table private.returns
  drop constraint returns_declared_on_check,
  add constraint returns_declared_on_check check (declared_on in ('page', 'form', 'owner')) not valid;
comment on column private.returns.requested_at is
  'when the customer declared it; of one that the owner recorded the day alone counts';

-- The event of a recorded return is the shop's.
do $$
declare
  former constant text := 'jsonb_build_object(''return'', is_now -> ''kind''), ''customer'';';
  definition text;
begin
  select pg_get_functiondef('private.order_events_of(text, text, jsonb, jsonb)'::regprocedure) into strict definition;
  if position(former in definition) = 0 then
    raise exception 'private.order_events_of is not as expected';
  end if;
  execute replace(definition, former,
    'jsonb_build_object(''return'', is_now -> ''kind''),' || chr(10)
    || '        case when is_now ->> ''declared_on'' = ''owner'' then ''shop'' else ''customer'' end;');
end $$;
