import { sweepWrites } from './sweep-writes.ts'

sweepWrites('own', { at: 3, of: 4 })
