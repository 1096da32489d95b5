-- Hash of the request that started a run, so that its request_id starts no other one. Null for runs of before.
alter table invoice_runs add column request_hash bytea;
