import { sweepRefused } from './sweep-refused.ts'

sweepRefused('write', { at: 1, of: 2 })
