import { sweepWrites } from './sweep-writes.ts'

sweepWrites('own', { at: 1, of: 2 })
