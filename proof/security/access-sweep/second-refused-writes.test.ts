import { sweepRefusedWrites } from './sweep-refused-writes.ts'

sweepRefusedWrites({ at: 1, of: 2 })
