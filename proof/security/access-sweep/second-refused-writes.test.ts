import { sweepRefusedWrites } from './sweep-refused-writes.ts'

sweepRefusedWrites('second')
