-- Phone numbers in the form in which they are stored from now on: '+49 30 1234567', '+1 414-555-0142', '(414) 555-0142', '040 123456'.
-- Until now a country code was kept behind two zeros, and that of North America without them.
alter table customers no force row level security;
alter table companies no force row level security;
do $$
declare
  stored record;
  digits text;
  abroad text;
  form text;
begin
  for stored in select * from (values ('customers', 'primary_phone'), ('customers', 'alternate_phone'),
    ('customers', 'mobile_phone'), ('customers', 'fax'), ('companies', 'phone')) as columns (home, name)
  loop
    digits := format('regexp_replace(%I, ''\D'', '''', ''g'')', stored.name);
    -- The zero that is dialed within the country only goes, where the country's numbers don't keep it.
    abroad := format('regexp_replace(regexp_replace(regexp_replace(substr(btrim(regexp_replace(%I, ''[ ()-]+'', '' '', ''g'')), 3),
      ''^ ?(39|225|229|241|242|378) ?(?=\d)'', ''+\1 ''),
      ''^ ?(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]) ?0* ?'', ''+\1 ''),
      ''^ ?(\d{3}) ?0* ?'', ''+\1 '')', stored.name);
    form := format('case
      when %1$s ~ ''^(00)?1[2-9]\d{9}$'' then regexp_replace(%1$s, ''^(?:00)?1(\d{3})(\d{3})(\d{4})$'', ''+1 \1-\2-\3'')
      when %1$s ~ ''^[2-9]\d{2}[2-9]\d{6}$'' then regexp_replace(%1$s, ''^(\d{3})(\d{3})(\d{4})$'', ''(\1) \2-\3'')
      when %1$s ~ ''^00[1-9]\d{6,}$'' then %2$s
      else btrim(regexp_replace(%3$I, ''[ ()-]+'', '' '', ''g'')) end', digits, abroad, stored.name);
    execute format('update %1$I set %2$I = %3$s where %2$I ~ ''^[\d ()-]+$'' and %2$I <> %3$s', stored.home, stored.name, form);
  end loop;
end $$;
alter table customers force row level security;
alter table companies force row level security;
