import { sweepRefusedWrites } from './sweep-refused.ts'

sweepRefusedWrites({ at: 2, of: 4 })
