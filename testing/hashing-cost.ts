import { PASSWORD_COST } from '../server/platform/auth/password-hashing.ts'

const FULL_COST = { ...PASSWORD_COST }
/** Enough to verify a password, but not to protect it. */
const MINIMUM_COST = { memory: 64, passes: 1 }

/** Hashes new passwords, and compares with decoys, at negligible cost. */
export const setMinimumHashingCost = (): void => void Object.assign(PASSWORD_COST, MINIMUM_COST)

/** Restores the product's hashing cost, for tests that depend on it. */
export const setFullHashingCost = (): void => void Object.assign(PASSWORD_COST, FULL_COST)
