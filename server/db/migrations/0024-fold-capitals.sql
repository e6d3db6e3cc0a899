-- Folded texts have "ss" for "ß", and no dot behind an "i" (specification 3.8.1): rows whose folded text may differ are
-- folded again at the start (server/search/fold-old-rows.ts). Which those are the database cannot tell letter by letter.

update users set folded_name = '' where folded_name ~ ('[^ -~]' collate "C");

update songs set folded_title = '' where folded_title ~ ('[^ -~]' collate "C");

update playlists set folded_title = '' where folded_title ~ ('[^ -~]' collate "C");
