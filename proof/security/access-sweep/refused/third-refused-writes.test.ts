import { sweepRefused } from './sweep-refused.ts'

sweepRefused('write', { at: 2, of: 3 })
