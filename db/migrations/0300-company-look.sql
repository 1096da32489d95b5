-- How a company looks to its customers, and where they can pay without a processor. Each is empty without one.
alter table companies add column accent_color text not null default '' check (accent_color = '' or accent_color ~ '^#[0-9a-f]{6}$');
-- One line below the company's name on the pay page and in the portal.
alter table companies add column customer_note text not null default '';
-- Terms of sale, at the end of invoices.
alter table companies add column sale_terms text not null default '';

alter table companies add column bank_account_name text not null default '';
alter table companies add column bank_name text not null default '';
alter table companies add column bank_routing_number text not null default '';
alter table companies add column bank_account_number text not null default '';
alter table companies add column bank_iban text not null default '';
alter table companies add column bank_bic text not null default '';
alter table companies add column check_payee text not null default '';
alter table companies add column check_address text not null default '';
