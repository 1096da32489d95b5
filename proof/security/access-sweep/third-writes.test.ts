import { sweepWrites } from './sweep-writes.ts'

sweepWrites('own', { at: 2, of: 4 })
