-- Files that clients send to an outside host: named beforehand, looked at when they are claimed.

alter table assets add column public_id text;

alter table assets add column pending boolean not null default false;

-- An outside host does not tell it.
alter table assets alter column sha256 drop not null;

create unique index assets_by_public_id on assets (public_id);

create index assets_unclaimed_of on assets (uid) where claimed_by is null;
