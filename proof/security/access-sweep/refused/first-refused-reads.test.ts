import { sweepRefusedReads } from './sweep-refused.ts'

sweepRefusedReads({ at: 0, of: 3 })
