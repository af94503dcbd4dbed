-- Buckets and their objects: the tables of the storage service. The migrations of `public` say who may do what with objects,
-- so that a hosted project, which brings these tables, has the same rules. Bytes are files named by object id and version.
create schema if not exists storage;
grant usage on schema storage to anon, authenticated, service_role;

create table storage.buckets (
  id text primary key check (length(id) between 1 and 100),
  name text not null constraint buckets_name_key unique,
  owner uuid,
  public boolean not null default false,
  file_size_limit bigint check (file_size_limit > 0), -- bytes; null: the service's limit
  allowed_mime_types text[],                          -- whole names or 'image/*'; null: any
  quota_bytes bigint check (quota_bytes > 0),         -- of all its objects as uploaded; null: none
  used_bytes bigint not null default 0,               -- of all its objects as uploaded; maintained by triggers
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table storage.objects (
  id uuid primary key default gen_random_uuid(),
  bucket_id text not null references storage.buckets,
  name text not null check (length(name) between 1 and 1024),
  owner uuid,
  -- A new upload under the same name is a new version, so no file is overwritten.
  version uuid not null default gen_random_uuid(),
  metadata jsonb not null default '{}',      -- eTag, size, mimetype, cacheControl, lastModified, contentLength, httpStatusCode
  original_bytes bigint not null default 0,  -- of the upload; an image is served re-encoded
  user_metadata jsonb,
  picture jsonb,                             -- of an image: width, height (pixels, upright), blur (data URI), type
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_accessed_at timestamptz not null default now(),
  constraint objects_bucket_id_name_key unique (bucket_id, name)
);
create index objects_created_at_idx on storage.objects (created_at);
-- Folders are listed by the prefix of names, whatever the database's collation.
create index objects_name_prefix_idx on storage.objects (bucket_id, name text_pattern_ops);

alter table storage.buckets enable row level security;
alter table storage.buckets force row level security;
alter table storage.objects enable row level security;
alter table storage.objects force row level security;
grant select on storage.buckets to anon, authenticated;
grant select, insert, update, delete on storage.objects to authenticated;
grant select on storage.objects to anon;
grant select, insert, update, delete on storage.buckets, storage.objects to service_role;
create policy "service_role may do everything" on storage.buckets for all to service_role using (true) with check (true);
create policy "service_role may do everything" on storage.objects for all to service_role using (true) with check (true);
create policy "triggers may read" on storage.buckets for select to shop_triggers using (true);
create policy "triggers may update" on storage.buckets for update to shop_triggers using (true);

-- Maintains a bucket's used bytes, since a sum over all its objects at each upload would be slow. The bucket's row stays
-- locked until the transaction ends, so of two concurrent uploads the later one counts the earlier. Buckets are locked in the
-- order of their ids, always after objects, so there is no deadlock. Objects of a full bucket can still be deleted.
create function storage.update_used_bytes() returns trigger language plpgsql security definer set search_path = '' as $$
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
revoke all on function storage.update_used_bytes() from public;
create trigger count_inserted after insert on storage.objects referencing new table as new_rows
  for each statement execute function storage.update_used_bytes();
create trigger count_updated after update on storage.objects referencing old table as old_rows new table as new_rows
  for each statement execute function storage.update_used_bytes();
create trigger count_deleted after delete on storage.objects referencing old table as old_rows
  for each statement execute function storage.update_used_bytes();
