import { sweepWrites } from './sweep-writes.ts'

sweepWrites('rival')
