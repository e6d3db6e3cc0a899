-- A file that nothing shows any more: it cannot be claimed or delivered again, and garbage collection deletes it. Before,
-- a created_at of 0 said so.
alter table assets add column released boolean not null default false;

update assets set released = true where created_at = 0 and claimed_by is null;

create index assets_released on assets (id) where released;
