import { sweepWrites } from './sweep-writes.ts'

sweepWrites('own', { at: 0, of: 2 })
