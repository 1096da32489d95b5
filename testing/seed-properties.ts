import fc from 'fast-check'

// Runs before every test file: in the gate, properties get their values from the commit's seed, so that a run can be repeated.
if (process.env.PROOF_SEED !== undefined) fc.configureGlobal({ seed: Number(process.env.PROOF_SEED) })
