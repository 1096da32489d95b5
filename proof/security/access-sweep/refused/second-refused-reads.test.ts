import { sweepRefusedReads } from './sweep-refused.ts'

sweepRefusedReads({ at: 1, of: 3 })
