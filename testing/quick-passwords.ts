import { PASSWORD_COST } from '../server/platform/auth/password-hashing.ts'

const PRICE = { ...PASSWORD_COST }
/** What shows nothing but that a password is the right one. */
const LEAST = { memory: 64, passes: 1 }

/** From now on a new password is hashed in no time, and one that nobody has is compared so. */
export const hashQuickly = (): void => void Object.assign(PASSWORD_COST, LEAST)

/** From now on passwords are hashed as the product hashes them, for tests that ask what that costs. */
export const hashAtItsPrice = (): void => void Object.assign(PASSWORD_COST, PRICE)
