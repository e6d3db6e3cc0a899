-- The muted colour of a picture as #rrggbb; null for audio, and for pictures from before.
alter table assets add column color text;
