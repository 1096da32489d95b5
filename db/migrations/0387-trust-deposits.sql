-- A law firm's invoice asks for earned money, which goes to the operating account, or for a deposit that the firm holds for its client
-- in a trust account. A payment keeps to which of them it went.
alter table invoices add column deposit_to text not null default 'operating' check (deposit_to in ('operating', 'trust'));
alter table payments add column deposit_to text not null default 'operating' check (deposit_to in ('operating', 'trust'));

-- Which account at the processor takes which payments, where the company chose one: {"trust credit_card": "<id of the account>"}.
alter table payment_connections add column deposit_accounts jsonb not null default '{}';

-- The daily comparison looks for refunds of a period by this; it read all refunds of the account before.
create index refunds_settled on refunds (account_id, settled_at) where settled_at is not null;
