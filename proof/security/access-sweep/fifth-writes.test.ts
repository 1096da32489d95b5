import { sweepWrites } from './sweep-writes.ts'

sweepWrites('own', { at: 4, of: 5 })
