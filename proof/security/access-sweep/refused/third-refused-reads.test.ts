import { sweepRefusedReads } from './sweep-refused.ts'

sweepRefusedReads({ at: 2, of: 3 })
