import { sweepReads } from './sweep-reads.ts'

sweepReads({ at: 0, of: 2 })
