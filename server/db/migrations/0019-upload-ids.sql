-- The name under which the parts of a file came: whoever lost the answer to the last part asks for it with that part.

alter table assets add column upload_id text;

create index assets_upload on assets (uid, upload_id) where upload_id is not null and claimed_by is null;
