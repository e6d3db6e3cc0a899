-- Searches fold white space and compatible letters, too (specification 3.8.1): rows whose folded text may differ are
-- folded again at the start (server/search/fold-old-rows.ts).

create index playlists_not_folded on playlists (id) where folded_title = '';

update users set folded_name = '' where folded_name ~ ('[^ -~]' collate "C") or folded_name like '%  %';

update songs set folded_title = '' where folded_title ~ ('[^ -~]' collate "C") or folded_title like '%  %';

update playlists set folded_title = '' where folded_title ~ ('[^ -~]' collate "C") or folded_title like '%  %';
