-- What stands here is written into a header of pages: one https origin and nothing else, whoever writes it.
alter table portal_preferences add constraint allowed_embed_url_is_an_origin
  check (allowed_embed_url = '' or (length(allowed_embed_url) <= 200 and allowed_embed_url ~
    '\Ahttps://(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?=[a-z])[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?::(?:[1-9]\d{0,3}|[1-5]\d{4}|6[0-4]\d{3}|65[0-4]\d{2}|655[0-2]\d|6553[0-5]))?\Z')) not valid;
alter table portal_preferences add constraint embedding_names_a_website
  check (not embed or allowed_embed_url <> '') not valid;

-- How many names an account has given up lately is asked whenever it would give up one more.
create index released_sub_domains_by on released_sub_domains (released_by, released_at);
