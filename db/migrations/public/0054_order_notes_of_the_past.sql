-- Notes that were resolved before there were rows, from the log of changes: the timeline of an order shows them.
set local role service_role;
insert into private.order_notes (order_id, kind, facts, at, resolved_at, resolved_by)
with changes as materialized (
  select log.id, log.row_id, log.at, log.actor, coalesce(string_to_array(log.before ->> 'needs_review', '. '), '{}') as was,
      coalesce(string_to_array(log.after ->> 'needs_review', '. '), '{}') as sentences
    from private.audit_log as log
   where log.table_name = 'pre_orders' and log.after ? 'needs_review'
), added as (
  select changes.id, changes.row_id, changes.at, each.sentence, each.place
    from changes, unnest(changes.sentences) with ordinality as each (sentence, place) where each.sentence <> all (changes.was)
)
select placed.id, said.kind, said.facts, added.at, resolved.at, resolved.actor
  from added
    join public.pre_orders as placed on placed.id = added.row_id::uuid
    cross join private.read_order_note(added.sentence) as said
    cross join lateral (
      select changes.at, changes.actor from changes
       where changes.row_id = added.row_id and changes.id > added.id
         and added.sentence = any (changes.was) and added.sentence <> all (changes.sentences)
       order by changes.id limit 1) as resolved
 order by added.id, added.place;
-- Notes that are open: when they were added.
update private.order_notes as note set at = logged.at
  from (select log.row_id::uuid as order_id, said.kind, said.facts, max(log.at) as at
          from private.audit_log as log, unnest(string_to_array(log.after ->> 'needs_review', '. ')) as sentence,
            private.read_order_note(sentence) as said
         where log.table_name = 'pre_orders' and log.after ? 'needs_review'
           and sentence <> all (coalesce(string_to_array(log.before ->> 'needs_review', '. '), '{}'))
         group by 1, 2, 3) as logged
 where note.order_id = logged.order_id and note.kind = logged.kind and note.facts = logged.facts and note.resolved_at is null
   and note.at > logged.at;
reset role;
