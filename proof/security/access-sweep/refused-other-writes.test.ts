import { sweepRefusedWrites } from './sweep-refused-writes.ts'

sweepRefusedWrites(({ access }) => access.kind !== 'staff')
