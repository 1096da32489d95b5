-- Texts of mails to customers that an account words itself, by language.
create table mail_texts (
  account_id uuid not null references accounts (account_id),
  -- Kind of a mail of the product, or the id of a reminder template.
  template text not null,
  -- BCP 47 tag of a language that the product offers.
  language text not null,
  -- Liquid texts.
  subject text not null,
  body text not null,
  updated_at timestamptz not null,
  primary key (account_id, template, language)
);
select make_tenant_table('mail_texts');

-- Language of a customer's mails; null for the account's.
alter table customers add column language text;
