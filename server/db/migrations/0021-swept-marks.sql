-- A file may come to the host after its mark was given up: the row stays for a second sweep (specification 15.9).

alter table assets add column swept boolean not null default false;
