-- Invariants are stored by name, and the names have changed. The next check records what it finds.
delete from invariant_findings;
