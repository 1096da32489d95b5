import { setMinimumHashingCost } from './hashing-cost.ts'

// Runs before every test file: hashing at full cost would take a fifth of the server tests' time.
setMinimumHashingCost()
