-- A bucket whose name is a word of the addresses below /object could never be used: its uploads or downloads would reach
-- another endpoint.
alter table storage.buckets add constraint buckets_id_is_no_route check (id not in
  ('authenticated', 'copy', 'info', 'list', 'move', 'public', 'sign', 'upload')) not valid;
