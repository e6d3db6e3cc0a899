-- The words in a file's tags: JSON of lines with their times (specification 15.25). Null without any.
alter table assets add column lyrics text;
