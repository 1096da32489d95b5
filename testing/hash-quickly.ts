import { hashQuickly } from './quick-passwords.ts'

// Before every file of tests: hashing at its price would be a fifth of what the tests of a server do.
hashQuickly()
