import { sweepWrites } from './sweep-writes.ts'

sweepWrites('own', 'first')
