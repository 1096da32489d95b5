import { sweepRefusedWrites } from './sweep-refused-writes.ts'

sweepRefusedWrites({ at: 0, of: 2 })
