import { sweepRefused } from './sweep-refused.ts'

sweepRefused('read', { at: 0, of: 2 })
