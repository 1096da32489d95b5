import { sweepRefusedWrites } from './sweep-refused.ts'

sweepRefusedWrites({ at: 3, of: 4 })
