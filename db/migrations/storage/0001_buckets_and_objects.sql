-- Buckets and the objects in them: the storage service's own tables. Who may do what with objects, `public` says, so that
-- a hosted project, which brings these tables, takes the same rules. Bytes lie in files named by id and version.
create schema if not exists storage;
grant usage on schema storage to anon, authenticated, service_role;

create table storage.buckets (
  id text primary key check (length(id) between 1 and 100),
  name text not null constraint buckets_name_key unique,
  owner uuid,
  public boolean not null default false,
  file_size_limit bigint check (file_size_limit > 0), -- bytes; null: the service's own limit
  allowed_mime_types text[],                          -- whole names or 'image/*'; null: any
  quota_bytes bigint check (quota_bytes > 0),         -- of all its objects as they were uploaded; null: none
  used_bytes bigint not null default 0,               -- of all its objects as they were uploaded; kept by triggers
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table storage.objects (
  id uuid primary key default gen_random_uuid(),
  bucket_id text not null references storage.buckets,
  name text not null check (length(name) between 1 and 1024),
  owner uuid,
  -- Which bytes: another upload under the same name is another version, so no file is ever written over.
  version uuid not null default gen_random_uuid(),
  metadata jsonb not null default '{}',      -- eTag, size, mimetype, cacheControl, lastModified, contentLength, httpStatusCode
  original_bytes bigint not null default 0,  -- of what was uploaded, which for a picture is not what is served
  user_metadata jsonb,
  picture jsonb,                             -- of what decodes: width, height (pixels, upright), blur (data URI), type
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_accessed_at timestamptz not null default now(),
  constraint objects_bucket_id_name_key unique (bucket_id, name)
);
create index objects_created_at_idx on storage.objects (created_at);

alter table storage.buckets enable row level security;
alter table storage.buckets force row level security;
alter table storage.objects enable row level security;
alter table storage.objects force row level security;
revoke all on storage.buckets, storage.objects from anon, authenticated;
grant select on storage.buckets to anon, authenticated;
grant select, insert, update, delete on storage.objects to authenticated;
grant select on storage.objects to anon;
grant select, insert, update, delete on storage.buckets, storage.objects to service_role;
create policy "the service keeps buckets" on storage.buckets for all to service_role using (true) with check (true);
create policy "the service keeps objects" on storage.objects for all to service_role using (true) with check (true);

-- What lies in a bucket is counted as its objects change, since adding up a hundred thousand for each upload would be slow.
-- The bucket's row is held until the transaction ends, so of two uploads at once the later one knows of the earlier. Buckets
-- are taken in the order of their names, always after objects, so that nobody waits in a circle. A bucket that is full, or
-- whose quota was lowered, can still be emptied.
create function storage.count_bytes() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  change record;
  bucket storage.buckets;
begin
  for change in execute format('select bucket_id, sum(bytes) as bytes from (%s) as changes
      group by bucket_id having sum(bytes) <> 0 order by bucket_id', case tg_op
    when 'INSERT' then 'select bucket_id, original_bytes as bytes from new_rows'
    when 'DELETE' then 'select bucket_id, -original_bytes as bytes from old_rows'
    else 'select bucket_id, original_bytes as bytes from new_rows union all select bucket_id, -original_bytes from old_rows'
    end)
  loop
    update storage.buckets set used_bytes = used_bytes + change.bytes where id = change.bucket_id returning * into bucket;
    if change.bytes > 0 and bucket.used_bytes > bucket.quota_bytes then
      raise exception 'The bucket is full' using errcode = 'PT413';
    end if;
  end loop;
  return null;
end $$;
revoke all on function storage.count_bytes() from public;
create trigger count_new after insert on storage.objects referencing new table as new_rows
  for each statement execute function storage.count_bytes();
create trigger count_changed after update on storage.objects referencing old table as old_rows new table as new_rows
  for each statement execute function storage.count_bytes();
create trigger count_removed after delete on storage.objects referencing old table as old_rows
  for each statement execute function storage.count_bytes();
-- Row security counts for the owner of the tables too, and triggers count as the owner.
do $$ begin
  execute format('create policy "triggers see buckets" on storage.buckets for select to %I using (true)', current_user);
  execute format('create policy "triggers count bytes" on storage.buckets for update to %I using (true)', current_user);
end $$;
