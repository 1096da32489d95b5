import { sweepRefusedWrites } from './sweep-refused.ts'

sweepRefusedWrites({ at: 0, of: 4 })
