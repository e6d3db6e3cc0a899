-- Folded names have 500 characters at most (specification 11.14): longer ones are folded again at the start
-- (server/search/fold-old-rows.ts).

update users set folded_name = '' where length(folded_name) > 500;
