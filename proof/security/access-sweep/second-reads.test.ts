import { sweepReads } from './sweep-reads.ts'

sweepReads({ at: 1, of: 2 })
