import { sweepRefusedWrites } from './sweep-refused.ts'

sweepRefusedWrites({ at: 1, of: 4 })
