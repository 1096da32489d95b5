import { sweepRefused } from './sweep-refused.ts'

sweepRefused('write', { at: 0, of: 2 })
