-- The largest sample of a song beside its gain, so that evening out the loudness never clips. Gains that no music has were
-- taken from mistaken tags (specification 4.21).
alter table assets add column peak double precision;
alter table songs add column peak double precision;

update assets set gain = null where gain not between -24 and 12;
update songs set gain = null where gain not between -24 and 12;

alter table assets add constraint assets_loudness check (gain between -24 and 12 and peak between 0 and 2);
alter table songs add constraint songs_loudness check (gain between -24 and 12 and peak between 0 and 2);
